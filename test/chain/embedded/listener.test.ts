import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { Address } from '@ton/core';
import { TonClient } from '@ton/ton';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChainClient } from '../../../src/features/chain/client/chain-client.ts';
import { rawRequest } from '../../support/http/raw-request.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { openTestChain, type TestChain } from './open-test-chain.ts';
import { testWallet } from './test-wallet.ts';

const folder = temporaryFolder();
let chain: TestChain;
let url: string;

beforeAll(async () => {
  chain = await openTestChain(join(folder, 'blocks'));
  ({ url } = await chain.serve(0));
});

afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true });
});

const call = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

interface Sent {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

function send({ path = '/api/v2/jsonRPC', headers, body = call('getMasterchainInfo'), ...rest }: Sent) {
  return rawRequest(new URL(url).origin, {
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    ...rest,
  });
}

test('accepts any local program with a client of its own', async () => {
  const plain = new TonClient({ endpoint: url });
  const { ton } = await createChainClient({ network: 'embedded', endpoints: [url] });
  const wallet = testWallet(plain, 'over http');
  await chain.faucet(wallet.address.toRawString(), 10_000_000_000n);
  await wallet.send(new Address(0, Buffer.alloc(32, 2)), 1_000_000_000n);
  expect(await testWallet(ton, 'over http').seqno()).toBe(1);
  expect(await ton.getMasterchainInfo()).toEqual(await chain.ton.getMasterchainInfo());
});

test('the listener of the chain accepts local addresses only', async () => {
  const { port } = new URL(url);
  for (const host of ['localhost', `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    expect((await send({ headers: { Host: host } })).status, host).toBe(200);
  }
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil']) {
    expect((await send({ headers: { Host: host } })).status, host).toBe(421);
  }
});

test('answers no web pages, including local ones, and allows no origin', async () => {
  for (const headers of [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost:3000' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]) {
    const response = await send({ headers: headers as Record<string, string> });
    expect(response.status, JSON.stringify(headers)).toBe(403);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  }
  // Requests that a page may send without a preflight, also from a browser that sends no origin.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
    expect((await send({ headers: { 'Content-Type': type } })).status, type).toBe(415);
  }
  const asForm = { Origin: 'https://evil.example', 'Content-Type': 'text/plain' };
  const faucet = call('alcove.faucet', { address: `0:${'5'.repeat(64)}`, amount: '1' });
  expect((await send({ headers: asForm, body: faucet })).status).toBe(403);
  expect(
    (await send({ method: 'GET', path: `/api/v2/jsonRPC?body=${encodeURIComponent(faucet)}`, body: '' }))
      .status,
  ).toBe(405);
  expect(await chain.ton.getBalance(new Address(0, Buffer.alloc(32, 0x55)))).toBe(0n);
  const preflight = await send({ method: 'OPTIONS', headers: { Origin: 'https://evil.example' }, body: '' });
  expect(preflight.status).toBe(403);
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
});

test('refuses other paths, methods and bodies in JSON', async () => {
  const refused: [Sent, number][] = [
    [{ path: '/' }, 404],
    [{ path: '/api/v2/getMasterchainInfo' }, 404],
    [{ path: '//evil.example/api/v2/jsonRPC' }, 404],
    [{ method: 'GET', body: '' }, 405],
    [{ body: 'nonsense' }, 422],
    [{ body: ' '.repeat(256 * 1024 + 1) }, 413],
    [{ body: call('sendBoc', { boc: 'A'.repeat(100_000) }) }, 422],
  ];
  for (const [sent, status] of refused) {
    const response = await send(sent);
    expect(response.status, `${sent.method} ${sent.path} ${sent.body?.slice(0, 20)}`).toBe(status);
    expect(response.json()).toMatchObject({ ok: false, code: status });
  }
  expect((await send({})).status).toBe(200);
});

test('answers the requests of a connection in their order, and ends one with too many', async () => {
  const { port } = new URL(url);
  const body = call('alcove.faucet', { address: `0:${'6'.repeat(64)}`, amount: '1000000' });
  const one = `POST /api/v2/jsonRPC HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(Number(port), '127.0.0.1');
  // The last one is refused, which ends the connection.
  socket.write(one.repeat(100) + one.replace('localhost', 'evil.example'));
  const answers = (await textOf(socket)).split(/(?=HTTP\/1.1)/).map((answer) => answer.slice(9, 12));
  expect(answers).toEqual([...Array.from({ length: 100 }, () => '200'), '421']);
  const { balance } = await chain.ton.getContractState(new Address(0, Buffer.alloc(32, 0x66)));
  // Less the storage fee.
  expect(Math.round(Number(balance) / 1_000_000)).toBe(100);

  for (let connection = 0; connection < 3; connection += 1) {
    const flooding = connect(Number(port), '127.0.0.1').on('error', () => {});
    flooding.write(one.repeat(150));
    await once(flooding, 'close');
  }
  expect((await send({})).status).toBe(200);
});

test('listens at several ports, each of which is closed separately', async () => {
  const other = await chain.serve(0);
  const client = new TonClient({ endpoint: other.url });
  expect((await client.getMasterchainInfo()).initSeqno).toBe(0);
  await other.stop();
  // A new connection, because the client may find its old one closed.
  await expect(rawRequest(new URL(other.url).origin, {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect((await send({})).status).toBe(200);
  const { port } = new URL(url);
  await expect(chain.serve(Number(port))).rejects.toMatchObject({ code: 'invalid_request' });
});
