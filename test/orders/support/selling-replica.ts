import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { replicatedIndexes, replicatedTables } from '../../../src/app/cluster/replicated-tables.ts';
import { ChainIndexRepository } from '../../../src/features/chain/indexer/chain-index-repository.ts';
import { ChainPlatformRepository } from '../../../src/features/chain/indexer/platform-repository.ts';
import { LicenceDecisionRepository } from '../../../src/features/market/repository/licence-decisions.ts';
import { ChainMarketRepository } from '../../../src/features/market/repository/market-repository.ts';
import { OrderRepository } from '../../../src/features/orders/repository/order-repository.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../../src/platform/replication/replicated-commands.ts';
import type { Commands } from '../../../src/platform/sqlite/commands.ts';
import type { Db } from '../../../src/platform/sqlite/database.ts';
import { GroupCommit } from '../../../src/platform/sqlite/group-commit.ts';
import { JobCommands } from '../../../src/platform/sqlite/job-commands.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';

export const sellingScope = { network: 'testnet', platform: `0:${'1'.repeat(64)}` };

export type SellingRows = ReturnType<typeof rowsOn>;

function rowsOn(db: Db, commands: Commands) {
  const job = new JobCommands(commands, 'chain');
  return {
    db,
    commands,
    job,
    platforms: new ChainPlatformRepository(db, commands, job),
    index: new ChainIndexRepository(db),
    market: new ChainMarketRepository(db),
    orders: new OrderRepository(db, sellingScope, commands, job),
    decisions: new LicenceDecisionRepository(db, commands),
  };
}

/** Opens a database of its own until the end of the test. */
function openDb(): Db {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-selling-'));
  const db = openTestDatabase(join(folder, 'alcove.db'));
  db.pragma('synchronous = OFF');
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  return db;
}

/** Opens the rows of the chain and the orders of a replica, which follows no other one by itself. */
export async function openSellingReplica(database: PostgresDatabase) {
  const db = openDb();
  const commands = new ReplicatedCommands({ database, db, tables: replicatedTables, pageSize: 3 });
  for (const index of replicatedIndexes(db)) commands.follow(index);
  onTestFinished(() => commands.close());
  await commands.join();
  return { ...rowsOn(db, commands), refresh: () => commands.refresh() };
}

/** Opens the same rows of a standalone node. */
export function openSellingNode(): SellingRows {
  const db = openDb();
  return rowsOn(db, new GroupCommit(db));
}

const tables = [
  ...['platforms', 'platform_successors', 'platform_transactions', 'chain_contents', 'content_shares'],
  ...['earlier_owners', 'licences', 'resales', 'first_looks', 'licence_decisions', 'intents'],
];

/** Returns all rows of the chain and of orders, and all indexed terms. */
export function sellingRowsOf({ db }: Pick<SellingRows, 'db'>): Record<string, unknown> {
  const rows = tables.map((table) => [
    table,
    // Each has a primary key of the first columns, or is a table without rowids.
    db.prepare(`SELECT * FROM ${table}`).safeIntegers().all(),
  ]);
  db.exec(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.chain_terms USING fts5vocab(main, chain_search, instance)',
  );
  const terms = db.prepare('SELECT doc, term FROM temp.chain_terms ORDER BY doc, term').raw().all();
  return { ...Object.fromEntries(rows), terms };
}
