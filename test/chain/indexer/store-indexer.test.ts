import { join } from 'node:path';
import { Address } from '@ton/core';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../../src/core/log/logger.ts';
import { createChainClient } from '../../../src/features/chain/client/chain-client.ts';
import { ChainIndexRepository } from '../../../src/features/chain/indexer/chain-index-repository.ts';
import { ChainPlatformRepository } from '../../../src/features/chain/indexer/platform-repository.ts';
import { StoreIndexer } from '../../../src/features/chain/indexer/store-indexer.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { start } from './chain-world.ts';
import { makeChain } from './made-chain.ts';
import { startToncenter } from './toncenter-server.ts';

const successor = `0:${'5'.repeat(64)}`;

/** A service that has a platform and an empty successor, and what follows both. */
async function openStore() {
  const chain = await makeChain(5);
  const server = await startToncenter(chain);
  onTestFinished(() => server.stop());
  let failing: readonly string[] = [];
  const addressOf = ({ address }: { address?: string }) => Address.parse(address ?? '').toRawString();
  server.choose = ({ params }) => (addressOf(params) === successor ? { ...chain, transactions: [] } : chain);
  server.spoil = ({ params }, response) => {
    if (!failing.includes(addressOf(params))) return false;
    response.writeHead(500).end();
    return true;
  };
  const client = await createChainClient({
    ...{ network: 'testnet', endpoints: [server.url] },
    limits: { attempts: 1 },
  });
  onTestFinished(() => client.close());
  const db = openTestDatabase(join(temporaryFolder(), 'alcove.db'));
  let now = (start + 1_000_000) * 1000;
  const open = () => {
    const indexer = new StoreIndexer({
      ...{ network: 'testnet', platform: chain.platform, client: client.ton },
      platforms: new ChainPlatformRepository(db),
      index: new ChainIndexRepository(db),
      ...{ onEvent: () => {}, onWipe: () => {}, onChange: () => {} },
      clock: () => now,
      logger: createLogger('silent'),
      pollMs: 3_600_000,
    });
    onTestFinished(() => indexer.stop());
    return indexer;
  };
  return {
    platform: chain.platform,
    open,
    /** Polls, and again a minute later; both fail for these platforms. */
    fail: async (indexer: StoreIndexer, platforms: readonly string[]) => {
      failing = platforms;
      await indexer.now();
      now += 60_000;
      await indexer.now();
    },
  };
}

it('leaves the chain to another replica only where no platform can be read', async () => {
  const { platform, open, fail } = await openStore();
  const indexer = open();
  indexer.start();
  await indexer.now();
  await indexer.follow([successor]);
  await indexer.now();
  expect([indexer.newest(), indexer.state().status]).toEqual([successor, 'ok']);

  await fail(indexer, [successor]);
  expect([indexer.state().status, indexer.hasFailedFor(60_000)]).toEqual(['unavailable', false]);
  await fail(indexer, [platform]);
  expect(indexer.hasFailedFor(60_000)).toBe(false);
  await fail(indexer, [platform, successor]);
  expect([indexer.hasFailedFor(60_000), indexer.hasFailedFor(60_001)]).toEqual([true, false]);
  await indexer.stop();

  // After the start, successors are read once the platform is.
  const again = open();
  again.start();
  expect(again.newest()).toBe(successor);
  await fail(again, [platform]);
  expect(again.hasFailedFor(60_000)).toBe(true);
});
