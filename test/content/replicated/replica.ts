import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localContentQuery } from '../../../src/contract/dashboard-api/library/content-lists.ts';
import { replicatedSignInTables } from '../../../src/features/auth/index.ts';
import type { CatalogueOptions } from '../../../src/features/content/catalogue.ts';
import {
  BlockList,
  BlockRepository,
  Catalogue,
  ContentCursors,
  ContentIndex,
  ContentListQueries,
  ContentListRepository,
  ContentRecordRepository,
  ContentRepository,
  HiddenContents,
  ReplicatedContentIndex,
  replicatedContentTables,
  SortedContentRepository,
  TrashRepository,
  UnusedPictureRepository,
} from '../../../src/features/content/index.ts';
import { ContentKeyRepository } from '../../../src/features/licensing/repository/content-key-repository.ts';
import { RestrictionRepository } from '../../../src/features/licensing/repository/restriction-repository.ts';
import { SoldCollectionRepository } from '../../../src/features/licensing/repository/sold-collection-repository.ts';
import { MediaRepository } from '../../../src/features/media/index.ts';
import {
  CopyRepository,
  DamageRepository,
  StoreCheckRepository,
} from '../../../src/features/storage/index.ts';
import { PartUploadRepository } from '../../../src/features/uploads/index.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../../src/platform/replication/replicated-commands.ts';
import type { Commands } from '../../../src/platform/sqlite/commands.ts';
import type { Db } from '../../../src/platform/sqlite/database.ts';
import { GroupCommit } from '../../../src/platform/sqlite/group-commit.ts';
import { QueryCache } from '../../../src/platform/sqlite/query-cache.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';

export const users = ['owner', 'ann', 'bob'];
const wallets = users.map((_, index) => `0:${String(index).repeat(64)}`);

/** The repositories of contents on a database of its own. */
export type Repositories = ReturnType<typeof repositoriesOf>;

function repositoriesOf(db: Db, commands: Commands) {
  const contents = new ContentRepository(db, commands);
  const blocks = new BlockRepository(db, contents.rows, commands);
  const copies = new CopyRepository(db, commands);
  const records = new ContentRecordRepository(db);
  const isCopy = (sha256: Buffer) => copies.isCopy(sha256);
  return {
    db,
    contents,
    trash: new TrashRepository(db, contents.rows, commands),
    blocks,
    catalogue: catalogueOf(contents, blocks),
    blockList: new BlockList(blocks),
    hidden: new HiddenContents(db, commands),
    copies,
    records,
    damages: new DamageRepository(db, commands),
    checks: new StoreCheckRepository(db, commands),
    uploads: new PartUploadRepository(db, commands),
    pictures: new UnusedPictureRepository(db, commands),
    restrictions: new RestrictionRepository(db, { contents, records, isCopy }, commands),
    keys: new ContentKeyRepository(db, contents.rows, commands),
    sold: new SoldCollectionRepository(db, commands),
    media: new MediaRepository(db, new ContentIndex(db)),
    sorted: new SortedContentRepository(db),
    list: new ContentListQueries(
      new ContentListRepository(db),
      new ContentCursors(Buffer.alloc(32)),
      (wallet) => users.filter((_, index) => wallets[index] === wallet),
      new QueryCache(db, 20),
    ),
  };
}

/** A catalogue without bytes. */
const catalogueOf = (contents: ContentRepository, blocks: BlockRepository) =>
  new Catalogue({ contents, blocks: new BlockList(blocks) } as unknown as CatalogueOptions);

/** @param file of a database that is kept; without it, a new one is removed in the end */
function openDatabase(file: string | undefined): { db: Db; close: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-replica-'));
  const db = openTestDatabase(file ?? join(folder, 'alcove.db'));
  // A tenth of the time.
  db.pragma('synchronous = OFF');
  new ContentIndex(db).rebuildIfOutdated();
  const close = () => {
    db.close();
    rmSync(folder, { recursive: true });
  };
  return { db, close };
}

/** Opens a replica, which does not follow others by itself. */
export function openReplica(database: PostgresDatabase, options: { file?: string; pageSize?: number } = {}) {
  const { db, close } = openDatabase(options.file);
  const { pageSize = 3 } = options;
  const commands = new ReplicatedCommands({
    database,
    db,
    tables: [replicatedContentTables, replicatedSignInTables],
    pageSize,
  });
  commands.follow(new ReplicatedContentIndex(db));
  return { ...repositoriesOf(db, commands), commands, close };
}

/** Opens the database of a standalone node. */
export function openEmbedded() {
  const { db, close } = openDatabase(undefined);
  const commands = new GroupCommit(db);
  return { ...repositoriesOf(db, commands), commands, close };
}

/** Removes everything that replicas share. */
export async function emptiedRows(database: PostgresDatabase): Promise<PostgresDatabase> {
  await database.query('TRUNCATE replicated_rows, replicated_change_ids');
  await database.query('UPDATE replicated_changes SET history = gen_random_uuid(), last = 0, pruned = 0');
  return database;
}

/** Returns what is in memory, and the same as the database has it. */
export function cachedOf(
  { db, catalogue, blockList, contents, blocks, keys }: Repositories,
  hashes: readonly Buffer[],
) {
  const stored = (sha256: Buffer) => {
    const row = contents.get(sha256);
    return row && { ...row, checksums: contents.checksums(sha256) };
  };
  const storedKey = db.prepare('SELECT key FROM content_keys WHERE sealed_sha256 = ?').pluck();
  return {
    cached: [
      catalogue.totals(),
      hashes.map((each) => [catalogue.find(each), blockList.isBlocked(each), keys.get(each)?.key]),
    ],
    stored: [
      contents.totals(),
      hashes.map((each) => [stored(each), blocks.get(each) !== undefined, storedKey.get(each)]),
    ],
  };
}

const derivedTables = ['content_order', 'content_kinds'];
const searchTables = ['content_search', 'content_names', 'change_search'];

/** Returns all rows and all indexed terms. */
export function rowsOf({ db }: Pick<Repositories, 'db'>): Record<string, unknown> {
  const { rows: shared, counters } = replicatedContentTables;
  const rows = [...shared, ...counters, ...derivedTables].map((table) => [
    table,
    db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all(),
  ]);
  const terms = searchTables.map((table) => {
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_terms USING fts5vocab(main, ${table}, instance)`,
    );
    return [table, db.prepare(`SELECT doc, term FROM temp.${table}_terms ORDER BY doc, term`).raw().all()];
  });
  return Object.fromEntries([...rows, ...terms]);
}

const filters = [
  {},
  { q: 'song' },
  { q: 'ni' },
  { author: 'ann li' },
  { content_type: 'audio' },
  { owner: wallets[1] },
];
const sortedLists = [
  {},
  { sort: 'title', direction: 'ascending' },
  { sort: 'size' },
  { sort: 'taken', kind: 'photos' },
  { q: 'song', source: 'others' },
] as const;

/** Returns the pages of lists, searches and changes, with their cursors. */
export function listsOf({ list, sorted }: Pick<Repositories, 'list' | 'sorted'>): unknown {
  const viewers = [undefined, ...users];
  const pages = viewers.flatMap((viewer) =>
    filters.flatMap((filter) => [
      list.page({ ...filter, limit: 3 }, viewer),
      list.page({ ...filter, limit: 3, since: '' }, viewer),
    ]),
  );
  const inOrder = sortedLists.map((given) => {
    const query = localContentQuery.parse({ ...given, limit: 10 });
    return [sorted.page(query, undefined, 0, 10), sorted.count(query)];
  });
  return { pages, inOrder };
}
