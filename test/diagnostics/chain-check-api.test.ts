import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChainCheck } from '../../src/contract/dashboard-api/administration/chain-check.ts';
import { startTestnet, type Testnet } from '../support/http/testnet.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let testnet: Testnet;
beforeAll(async () => {
  testnet = await startTestnet();
});
afterAll(() => testnet.stop());

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

const path = '/local/chain/check';
const start = (node: TestNode, request: object) => node.askLocal(path, { method: 'POST', ...json(request) });
const current = async (node: TestNode) =>
  ((await (await node.askLocal(path)).json()) as { check: ChainCheck | null }).check;

/** The results of a check, by the ids of its parts. */
async function checked(node: TestNode, request: object) {
  expect((await start(node, request)).status).toBe(200);
  await expect.poll(async () => (await current(node))?.finished_at).toBeTruthy();
  const check = (await current(node)) as ChainCheck;
  const found = Object.fromEntries(
    check.checks.map(({ id, detail }) => [id.replace(/:.*/, ''), detail?.reason]),
  );
  return { ...check, found };
}

it('checks a network that the node has not joined, without joining it', async () => {
  const node = await startTestNode();
  open.push(node);
  expect(await current(node)).toBeNull();
  const { found, ...check } = await checked(node, { network: 'testnet', endpoint: testnet.endpoint });
  expect(check).toMatchObject({ network: 'testnet', ready: false, platform_need: 'deployment' });
  expect(found).toMatchObject({
    service: 'chainCheck.serviceAnswers',
    index: 'chainCheck.notFollowed',
    platform: 'chainCheck.platformMissing',
    manifest: 'chainCheck.manifestLocal',
  });
  expect(testnet.service.asked.filter((method) => method.startsWith('send'))).toEqual([]);
  expect(await (await node.askLocal('/local/chain')).json()).toMatchObject({ network: 'off' });

  expect((await node.askLocal(path, { method: 'DELETE' })).status).toBe(200);
  expect(await current(node)).toBeNull();
});

it('rejects an invalid network or service, and one that is not followed', async () => {
  const node = await startTestNode();
  open.push(node);
  for (const wrong of [
    { network: 'embedded' },
    { network: 'testnet', endpoint: 'nonsense' },
    { api_key: '' },
    { network: 'testnet', endpoint: 'ftp://node.example' },
    { network: 'testnet', endpoint: 'https://me:secret@node.example' },
    { network: 'testnet', api_key: 'two words' },
  ]) {
    const refused = await start(node, wrong);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'invalid_request' }]);
  }
  const off = await start(node, {});
  expect([off.status, await off.json()]).toMatchObject([
    503,
    { code: 'chain_unavailable', reason: 'chain.off' },
  ]);
});

it('compares two services that must agree', async () => {
  const second = await testnet.startService();
  open.push(second);
  const node = await startTestNode({
    settings: {
      chain: {
        network: 'testnet',
        endpoint: testnet.endpoint,
        endpoints: [second.url.replace('127.0.0.1', 'localhost')],
        quorum: 2,
      },
    },
  });
  open.push(node);
  expect((await checked(node, {})).found.agreement).toBe('chainCheck.servicesAgree');
  const show = second.change;
  second.change = (method, result) =>
    method === 'getConfigParam' ? { config: { bytes: 'te6cckEBAQEAAgAAAEysuc0=' } } : show(method, result);
  const { found, checks } = await checked(node, {});
  expect(found).toMatchObject({ agreement: 'chain.servicesDisagree', fees: 'chain.servicesDisagree' });
  expect(checks.filter(({ id }) => id.startsWith('service:')).map(({ result }) => result)).toEqual([
    'ok',
    'ok',
  ]);
});
