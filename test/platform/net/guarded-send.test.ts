import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { AddressPolicy } from '../../../src/platform/net/guarded/address-policy.ts';
import { systemResolve } from '../../../src/platform/net/guarded/guarded-connection.ts';
import { guardedSend, type SendRequest } from '../../../src/platform/net/guarded/guarded-send.ts';
import { type Answer, closeHolders, silent, startHolder } from '../../fetch/support/holder.ts';

afterEach(closeHolders);

const file = Buffer.alloc(400_000, 'alcove');
const policy = new AddressPolicy({ allowPrivateHosts: false, clock: Date.now });

const send = (origin: string, more: Partial<SendRequest> = {}) =>
  guardedSend({
    origin,
    path: '/x',
    method: 'POST',
    headers: { authorization: 'Bearer secret' },
    guard: policy.named,
    resolve: systemResolve,
    signal: new AbortController().signal,
    ...more,
  });

const json: Answer = (response) =>
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}');

/** Reads the whole body before it responds. */
function taking(answer: Answer = json): { answer: Answer; body: () => Buffer } {
  const chunks: Buffer[] = [];
  return {
    answer: (response, request) => {
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => answer(response, request));
    },
    body: () => Buffer.concat(chunks),
  };
}

describe('a request body', () => {
  it.each<[string, () => Partial<SendRequest>]>([
    ['a buffer', () => ({ body: file })],
    ['a text', () => ({ body: file.toString() })],
    ['a stream of known size', () => ({ body: Readable.from([file.subarray(0, 7), file.subarray(7)]) })],
  ])('arrives complete from %s', async (_name, body) => {
    const { answer, body: arrived } = taking();
    const node = await startHolder(answer);
    const sent: number[] = [];
    const headers = { 'content-length': String(file.length) };
    const got = await send(node.host, { ...body(), headers, onBytes: (bytes) => sent.push(bytes) });
    expect(got).toMatchObject({ status: 201, text: '{"ok":true}' });
    expect(arrived().equals(file)).toBe(true);
    expect(node.requests[0]?.headers).toMatchObject({ 'content-length': '400000' });
    expect(sent.at(-1)).toBe(file.length);
    expect(sent.length).toBeGreaterThan(5);
  });

  it('is left out if the request has none', async () => {
    const node = await startHolder((response) => response.writeHead(204).end());
    expect(await send(node.host, { method: 'DELETE' })).toMatchObject({ status: 204, text: '' });
    expect(node.requests[0]).toMatchObject({ method: 'DELETE' });
    expect(node.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
  });

  it('keeps to a rate limit', async () => {
    const paced: number[] = [];
    const pace = (bytes: number) => {
      paced.push(bytes);
      return undefined;
    };
    const { answer } = taking();
    await send((await startHolder(answer)).host, { body: file, pace });
    expect(paced.reduce((sum, bytes) => sum + bytes, 0)).toBe(file.length);
    expect(Math.max(...paced)).toBeLessThanOrEqual(65_536);
  });

  it('is not sent to a blocked address', async () => {
    const node = await startHolder(json);
    const body = Readable.from([file]);
    await expect(send(node.host, { body, guard: policy.learned })).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    expect(body.destroyed).toBe(true);
    expect(node.requests).toHaveLength(0);
  });
});

describe('a response', () => {
  it('is returned if it is a problem document', async () => {
    const { answer } = taking((response) =>
      response.writeHead(409, { 'content-type': 'application/problem+json' }).end('{"code":"x"}'),
    );
    expect(await send((await startHolder(answer)).host, { body: 'x' })).toMatchObject({
      status: 409,
      text: '{"code":"x"}',
    });
  });

  it('may arrive before the whole body is sent', async () => {
    const node = await startHolder((response) =>
      response
        .writeHead(413, { 'content-type': 'application/problem+json', connection: 'close' })
        .end('{"code":"payload_too_large"}'),
    );
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    expect(await send(node.host, { body: endless })).toMatchObject({ status: 413 });
    expect(endless.destroyed).toBe(true);
  });

  it.each<[string, Answer, string]>([
    ['an HTML page', (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'not_a_node'],
    ['a redirect', (r) => r.writeHead(307, { location: '/y' }).end(), 'not_a_node'],
    ['a request for a pause', (r) => r.writeHead(429, { 'retry-after': '5' }).end(), 'rate_limited'],
    ['an error of a proxy', (r) => r.writeHead(502).end('bad gateway'), 'unreachable'],
    [
      'too many bytes',
      (r) => r.writeHead(200, { 'content-type': 'application/json' }).end(' '.repeat(1_100_000)),
      'invalid_answer',
    ],
    ['a disconnect', (r) => r.destroy(), 'unreachable'],
  ])('is refused: %s', async (_name, answer, code) => {
    const node = await startHolder(taking(answer).answer);
    await expect(send(node.host, { body: 'x' })).rejects.toMatchObject({ code });
    await node.left();
  });
});

describe('a node that times out', () => {
  it('is disconnected when it does not read', async () => {
    const node = await startHolder(silent);
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    const timeouts = { idleMs: 200, responseMs: 60_000 };
    await expect(send(node.host, { body: endless, timeouts })).rejects.toMatchObject({ code: 'timeout' });
    expect(endless.destroyed).toBe(true);
  });

  it('is disconnected when it does not respond', async () => {
    const node = await startHolder(taking(silent).answer);
    const timeouts = { idleMs: 60_000, responseMs: 100 };
    await expect(send(node.host, { body: file, timeouts })).rejects.toMatchObject({ code: 'timeout' });
    await node.left();
  });

  it('times out even while a local limit delays the rest', async () => {
    const node = await startHolder(taking().answer);
    const leaving = new AbortController();
    const pace = () => new Promise<void>(() => {});
    const sending = send(node.host, { body: file, pace, signal: leaving.signal });
    await node.asked();
    leaving.abort();
    await expect(sending).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('is not reported for a delay by a local limit', async () => {
    const node = await startHolder(taking().answer);
    const timeouts = { idleMs: 50, responseMs: 60_000 };
    const pace = () => new Promise<void>((resolve) => setTimeout(resolve, 60));
    expect(await send(node.host, { body: file, timeouts, pace })).toMatchObject({ status: 201 });
  });
});

it('a local read error is not reported as a failure of the node', async () => {
  const node = await startHolder(taking().answer);
  const body = new Readable({
    read() {
      this.destroy(new Error('the disk is gone'));
    },
  });
  await expect(send(node.host, { body })).rejects.toThrow('the disk is gone');
});

it('a request is disconnected when the caller aborts', async () => {
  const node = await startHolder(taking(silent).answer);
  const leaving = new AbortController();
  const sending = send(node.host, { body: file, signal: leaving.signal });
  await node.asked();
  leaving.abort();
  await expect(sending).rejects.toMatchObject({ code: 'unreachable' });
  await node.left();
});
