import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { namedPlatform } from '../../src/app/chain/platform/named-platform.ts';
import type { ChainState } from '../../src/contract/dashboard-api/chain.ts';
import { type ChainService, ok, sendAnswer, startChainService } from '../chain/client/chain-service.ts';
import { freePort } from '../support/node/free-port.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';

const open: (TestNode | ChainService)[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

const started = async (options: Parameters<typeof startTestNode>[0]) => {
  const node = await startTestNode(options);
  open.push(node);
  return node;
};

const patience = { timeout: 120_000, interval: 100 };

const chainOf = async (node: TestNode) => (await (await node.askLocal('/local/chain')).json()) as ChainState;

it('neither delays nor blocks the stop of the node when a service never answers', async () => {
  const silent = await startChainService(() => {});
  open.push(silent);
  const node = await startTestNode({
    settings: { chain: { network: 'testnet', endpoint: silent.endpoint } },
  });
  await expect.poll(() => silent.requests.length, patience).toBeGreaterThan(0);

  const { services } = (await (await node.ask('/api/v1/node')).json()) as { services: object };
  expect(services).toMatchObject({ chain: { status: 'starting' }, indexer: { status: 'starting' } });
  const chain = await chainOf(node);
  expect(chain).toMatchObject({ state: 'starting', height: 0, platform: { state: 'unknown' } });
  expect(chain.wallets).toMatchObject([{ payer: 'service_wallet', balance: null }]);
  const orders = await node.askLocal('/local/orders');
  expect(await orders.json()).toEqual({ items: [], next_cursor: null });
  await node.stop();
});

it.each([
  ['refuses requests', { ok: false, error: 'LITE_SERVER_UNKNOWN: contract is not initialized', code: 500 }],
  [
    'returns an invalid wallet',
    ok({
      ...{
        balance: '5000000000',
        code: '',
        data: 'te6cckEBAQEAAgAAAEysuc0=',
        state: 'active',
        sync_utime: 1,
      },
      last_transaction_id: { '@type': 'internal.transactionId', lt: '0', hash: 'A'.repeat(43) },
      block_id: {
        '@type': 'ton.blockIdExt',
        workchain: -1,
        shard: '0',
        seqno: 1,
        root_hash: '',
        file_hash: '',
      },
    }),
  ],
])('distinguishes a service that %s from a fault of the node', async (_, answer) => {
  const service = await startChainService((_request, response) => sendAnswer(response, 200, answer));
  open.push(service);
  const settings = { chain: { network: 'embedded', endpoint: service.endpoint } } as const;
  const node = await started({ settings });
  const order = { kind: 'withdraw', pay_with: 'service_wallet', to: `0:${'1'.repeat(64)}`, amount: '5' };
  const placed = async () => {
    const response = await node.askLocal('/local/orders', { method: 'POST', ...json(order) });
    return [response.status, await response.json()];
  };
  const unavailable = [
    503,
    { code: 'chain_unavailable', detail: expect.stringContaining('invalid answer about the wallet') },
  ];
  const refused = [503, { code: 'chain_unavailable', detail: expect.stringContaining('The chain refused') }];
  await expect.poll(placed, patience).toMatchObject(answer.ok ? unavailable : refused);
});

it('a node can be stopped while the embedded chain has no platform yet', async () => {
  const node = await startTestNode({ settings: { chain: { network: 'embedded' } } });
  await node.stop();
});

it('restarts a chain that could not start, and reports it', async () => {
  const dataDir = temporaryFolder();
  const inItsPlace = join(dataDir, 'embedded-chain');
  writeFileSync(inItsPlace, '');
  const node = await started({ dataDir, settings: { chain: { network: 'embedded' } } });
  await expect.poll(async () => (await chainOf(node)).state, patience).toBe('unavailable');
  const order = { kind: 'withdraw', pay_with: 'service_wallet', to: `0:${'1'.repeat(64)}`, amount: '5' };
  const refused = await node.askLocal('/local/orders', { method: 'POST', ...json(order) });
  expect(await refused.json()).toMatchObject({
    code: 'chain_unavailable',
    detail: expect.stringMatching(/Alcove tries again automatically\.$/),
  });

  rmSync(inItsPlace);
  await expect.poll(async () => (await chainOf(node)).state, patience).not.toBe('unavailable');
});

it('keeps the identity for other nodes in practice mode', async () => {
  const practice = await started({ settings: { chain: { network: 'embedded' } } });
  const shared = await practice.node.shareChain();
  const node = await started({
    practiceLauncher: async () => ({
      ...{ url: practice.node.nodeUrl, token: await practice.token('storage:write') },
      ...{ chain: Promise.resolve(shared), stop: async () => {}, onExit: () => {} },
    }),
  });
  const nameOtherPlatform = async () => {
    const { node_address } = (await (await node.askLocal('/local/share-hosts')).json()) as {
      node_address: string;
    };
    return node_address;
  };
  const before = await nameOtherPlatform();
  await node.askLocal('/local/practice', { method: 'POST' });
  await expect.poll(async () => (await chainOf(node)).network, patience).toBe('embedded');
  await expect.poll(async () => (await chainOf(node)).state, patience).toBe('ok');
  expect(await nameOtherPlatform()).toBe(before);
});

describe('the platform of a node', () => {
  const url = 'https://node.example.org';
  const honest = `0:${'a'.repeat(64)}`;
  const peer = (capability: string, more: object = {}) => ({
    ...{
      host: url,
      source: 'named' as const,
      state: 'compatible' as const,
      capabilities: ['storage', capability],
    },
    ...more,
  });

  it.each([
    ['an invalid address', peer('platform:testnet:EQ')],
    ['an address without contracts of the kind', peer(`platform:testnet:-1:${'b'.repeat(64)}`)],
    ['of another chain', peer(`platform:mainnet:0:${'b'.repeat(64)}`)],
    [
      'by a node that has another key now',
      peer(`platform:testnet:0:${'b'.repeat(64)}`, { state: 'key_changed' }),
    ],
    [
      'by a node that the owner did not add',
      peer(`platform:testnet:0:${'b'.repeat(64)}`, { source: 'learned' }),
    ],
  ])('is not hidden by an invalid value: %s', (_, useless) => {
    expect(namedPlatform([useless, peer(`platform:testnet:${honest}`)], 'testnet')).toEqual({
      address: honest,
      host: url,
    });
    expect(namedPlatform([useless], 'testnet')).toBeUndefined();
  });

  longIt(
    'is the named node’s if both are on one chain, also while that node is away, otherwise its own',
    async () => {
      const port = await freePort();
      const host = `http://127.0.0.1:${port}`;
      const shop = await started({
        settings: {
          node: { type: 'public', public_host: host, port },
          network: { allow_private_hosts: true },
          chain: { network: 'embedded' },
        },
      });
      const { endpoint } = await shop.node.shareChain();
      const { address } = (await chainOf(shop)).platform;
      const bootstrap = { network: { bootstrap: [host] } };

      const alone = await started({ settings: { ...bootstrap, chain: { network: 'embedded' } } });
      const dataDir = temporaryFolder();
      const sharing = {
        dataDir,
        settings: { ...bootstrap, chain: { network: 'embedded', endpoint } },
      } as const;
      const first = await startTestNode(sharing);
      const theirs = { address, source: host, state: 'deployed' };
      await expect.poll(async () => (await chainOf(first)).platform, patience).toEqual(theirs);
      await first.stop();
      await expect.poll(async () => (await chainOf(alone)).platform.state, patience).toBe('deployed');
      expect((await chainOf(alone)).platform.source).toBe('own');

      // The chain stops with the node that serves it; the owner of the platform is known all the same.
      await shop.stop();
      open.splice(open.indexOf(shop), 1);
      const again = await started(sharing);
      await expect.poll(async () => (await chainOf(again)).platform.source, patience).toBe(host);
    },
  );
});
