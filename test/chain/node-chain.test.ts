import { afterEach, expect, it } from 'vitest';
import type { ChainState } from '../../src/contract/local-chain.ts';
import { startTestNode, type TestNode } from '../start-test-node.ts';
import { type ChainService, startChainService } from './client/chain-service.ts';

const open: (TestNode | ChainService)[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

const started = async (options: Parameters<typeof startTestNode>[0]) => {
  const node = await startTestNode(options);
  open.push(node);
  return node;
};

const chainOf = async (node: TestNode) => (await (await node.askLocal('/local/chain')).json()) as ChainState;

it('a service that never answers holds up neither the node nor its end', async () => {
  const silent = await startChainService(() => {});
  open.push(silent);
  const node = await startTestNode({
    settings: { chain: { network: 'testnet', endpoint: silent.endpoint } },
  });
  await expect.poll(() => silent.requests.length).toBeGreaterThan(0);

  const { services } = (await (await node.ask('/api/v1/node')).json()) as { services: object };
  expect(services).toMatchObject({ chain: { status: 'starting' }, indexer: { status: 'starting' } });
  const chain = await chainOf(node);
  expect(chain).toMatchObject({ state: 'starting', height: 0, platform: { state: 'unknown' } });
  expect(chain.wallets).toMatchObject([{ payer: 'service_wallet', balance: null }]);
  const orders = await node.askLocal('/local/orders');
  expect(await orders.json()).toEqual({ items: [], next_cursor: null });
  await node.stop();
}, 30_000);

it('a node can be ended while its embedded chain is still without a market', async () => {
  const node = await startTestNode({ settings: { chain: { network: 'embedded' } } });
  await node.stop();
}, 30_000);
