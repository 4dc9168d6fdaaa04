import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../src/core/log/logger.ts';
import { createChainClient } from '../../../src/features/chain/client/chain-client.ts';
import type { ChainEvent } from '../../../src/features/chain/indexer/chain-event.ts';
import { ChainIndexRepository } from '../../../src/features/chain/indexer/chain-index-repository.ts';
import { Indexer, type IndexerOptions } from '../../../src/features/chain/indexer/indexer.ts';
import { ChainPlatformRepository } from '../../../src/features/chain/indexer/platform-repository.ts';
import { ChainLicenceRepository } from '../../../src/features/market/repository/licence-repository.ts';
import { ChainMarketRepository } from '../../../src/features/market/repository/market-repository.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { start } from './chain-world.ts';

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'alcove-indexer-'));

interface TestIndexerOptions extends Partial<IndexerOptions> {
  platform: string;
  url: string;
  /** Created, and removed at the end, if it is not given. */
  folder?: string;
}

export type TestIndexer = Awaited<ReturnType<typeof openTestIndexer>>;

/** An indexer with its database, and a client that calls a service on loopback without delay. */
export async function openTestIndexer({ url, folder = temporaryFolder(), ...options }: TestIndexerOptions) {
  const db = openTestDatabase(join(folder, 'alcove.db'));
  const { network = 'testnet' } = options;
  const client = await createChainClient({
    ...{ network, endpoints: [url] },
    limits: { attempts: 1 },
  });
  /** Of everything committed. */
  const events: ChainEvent[] = [];
  const indexer = new Indexer({
    network,
    client: client.ton,
    platforms: new ChainPlatformRepository(db),
    index: new ChainIndexRepository(db),
    onEvent: (event) => events.push(event),
    onWipe: () => events.splice(0),
    onChange: () => {},
    clock: () => (start + 1_000_000) * 1000,
    logger: createLogger('silent'),
    ...options,
  });
  const market = new ChainMarketRepository(db);
  const licences = new ChainLicenceRepository(db);
  const filter = { platform: indexer.platformId };
  return {
    db,
    folder,
    indexer,
    market,
    licences,
    events,
    filter,
    content: (address: string) => market.byAddress(indexer.platformId, address),
    licence: (address: string) => licences.byAddress(indexer.platformId, address),
    /** Polls the chain once, and returns the result. */
    async poll() {
      await indexer.now();
      return indexer.state();
    },
    /** @param isKept the folder */
    async stop(isKept = false): Promise<void> {
      await indexer.stop();
      client.close();
      db.close();
      if (!isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}
