import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replicatedIndexes, replicatedTables } from '../../../src/app/cluster/replicated-tables.ts';
import { LeaseLostError } from '../../../src/core/concurrency/leader.ts';
import { CollectionRepository } from '../../../src/features/collections/repository/collection-repository.ts';
import { CollectionTrashRepository } from '../../../src/features/collections/repository/collection-trash-repository.ts';
import { ManifestRepository } from '../../../src/features/collections/repository/manifest-repository.ts';
import { ContentRepository } from '../../../src/features/content/index.ts';
import { DeliveredKeyRepository } from '../../../src/features/licensing/repository/delivered-key-repository.ts';
import { HistoryRepository } from '../../../src/features/monitoring/history-repository.ts';
import { SeenRepository } from '../../../src/features/notifications/index.ts';
import { PlaybackRepository } from '../../../src/features/playback/index.ts';
import { DeliveryRepository } from '../../../src/features/purchases/index.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../../src/platform/replication/replicated-commands.ts';
import type { Commands } from '../../../src/platform/sqlite/commands.ts';
import type { Db } from '../../../src/platform/sqlite/database.ts';
import { GroupCommit } from '../../../src/platform/sqlite/group-commit.ts';
import {
  beginning,
  step as collectionStep,
  run,
  someCollection,
} from '../../collections/collection-steps.ts';
import { emptiedRows } from '../../content/replicated/replica.ts';
import { openSharing, runSharingStep, sharingStep } from '../../sharing/sharing-steps.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';

const number = fc.nat(2);
const ofKind = <Kind extends string, Given>(kind: Kind, given: fc.Arbitrary<Given>) =>
  given.map((value) => ({ kind, value }));

const step = fc.oneof(
  { weight: 4, arbitrary: ofKind('collection', collectionStep) },
  { weight: 4, arbitrary: ofKind('sharing', sharingStep) },
  ofKind('trash', fc.record({ id: someCollection, to: fc.constantFrom('add', 'restore', 'purge') })),
  ofKind('manifest', fc.record({ collection: fc.integer({ min: 1, max: 6 }), manifest: number })),
  ofKind('forgotten manifest', number),
  ofKind('delivery', number),
  ofKind('released delivery', number),
  ofKind('receipt', number),
  ofKind('delivered key', number),
  ofKind('position', number),
  ofKind('no position', number),
  ofKind('seen', number),
  ofKind('history', number),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const hashOf = (of: number): Buffer => Buffer.alloc(32, of);

type Rows = ReturnType<typeof rowsOn>;

function rowsOn(db: Db, commands: Commands) {
  return {
    db,
    commands,
    collections: new CollectionRepository(db),
    trash: new CollectionTrashRepository(db),
    manifests: new ManifestRepository(db, commands),
    deliveries: new DeliveryRepository(db, commands),
    delivered: new DeliveredKeyRepository(db, commands),
    positions: new PlaybackRepository(db, commands),
    seen: new SeenRepository(db, commands),
    history: new HistoryRepository(db, commands),
    sharing: openSharing(db, commands),
  };
}

/** Opens a database until the end of the test. */
function openDb(): Db {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-owner-rows-'));
  const db = openTestDatabase(join(folder, 'alcove.db'));
  db.pragma('synchronous = OFF');
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  return db;
}

async function openReplica(database: PostgresDatabase) {
  const db = openDb();
  const commands = new ReplicatedCommands({ database, db, tables: replicatedTables, pageSize: 3 });
  for (const index of replicatedIndexes(db)) commands.follow(index);
  onTestFinished(() => commands.close());
  await commands.join();
  return { ...rowsOn(db, commands), refresh: () => commands.refresh() };
}

function openNode(): Rows {
  const db = openDb();
  return rowsOn(db, new GroupCommit(db));
}

/** Writes what the rows of the owner refer to. */
async function prepare({ db, commands }: Rows): Promise<void> {
  await commands.run(() => {
    db.exec("INSERT INTO platforms (id, network, address) VALUES (1, 'testnet', '0:1')");
  });
  const contents = new ContentRepository(db, commands);
  for (const of of [0, 1, 2]) {
    const about = {
      contentType: 'audio/mpeg',
      name: 'name',
      title: 'title',
      uploadedBy: 'owner',
      createdAt: 1,
    };
    const added = contents.add({ ...about, sha256: hashOf(of), size: 1, checksums: Buffer.alloc(4) });
    if (commands instanceof GroupCommit) commands.flush();
    await added;
  }
}

async function runStep(rows: Rows, { kind, value }: Step, at: number): Promise<unknown> {
  const one = typeof value === 'number' ? value : 0;
  const licence = { licence: `0:${one}`, encrypted: hashOf(one) };
  switch (kind) {
    case 'collection':
      return rows.commands.run(() => run(rows.collections, value as never, at));
    case 'sharing':
      return runSharingStep(rows.sharing, value as never, at);
    case 'trash': {
      const { id, to } = value as { id: string; to: 'add' | 'restore' | 'purge' };
      return rows.commands.run(() => rows.trash[to](id, at));
    }
    case 'manifest': {
      const { collection, manifest } = value as { collection: number; manifest: number };
      return rows.manifests.put(collection, hashOf(manifest));
    }
    case 'forgotten manifest':
      return rows.manifests.remove(hashOf(one));
    case 'delivery':
      return rows.deliveries.keep(1, licence);
    case 'released delivery':
      return rows.deliveries.release(1, licence);
    case 'receipt':
      return rows.deliveries.putReceipt('testnet', licence.licence, `receipt ${at}`, at);
    case 'delivered key':
      return rows.delivered.add(licence.licence, at);
    case 'position':
      return rows.positions.put({ sha256: hashOf(one), position: at / 2, duration: 100, updatedAt: at });
    case 'no position':
      return rows.positions.remove(hashOf(one));
    case 'seen':
      return rows.seen.mark({ until: one, open: [`notice ${at}`] });
    default: {
      const traffic = { networkSent: at, networkReceived: 1, localSent: 0, localReceived: 0 };
      return rows.history.add(
        { moment: one, hour: one, day: 0 },
        { ...traffic, contents: at, storedBytes: 2 ** 40 },
      );
    }
  }
}

const tables = [
  ...['shares', 'share_companions', 'share_parts', 'deliveries', 'receipts', 'delivered_keys'],
  ...['playback', 'notifications_seen', 'history'],
];

/** Returns all rows of the owner. Numbers of collections that were deleted may be given again by another replica. */
function ownerRowsOf({ db }: Pick<Rows, 'db'>): Record<string, unknown> {
  const all = (sql: string) => db.prepare(sql).safeIntegers().all();
  return {
    ...Object.fromEntries(tables.map((table) => [table, all(`SELECT * FROM ${table}`)])),
    // Each encrypts tokens with another nonce.
    hosts: all('SELECT host, way, sealed_token IS NULL, message FROM share_hosts ORDER BY host'),
    collections: all('SELECT id, title, updated_at, deleted_at, cover FROM collections ORDER BY number'),
    entries: all(
      `SELECT parents.id, position, sha256, children.id AS child, name FROM collection_entries
       JOIN collections AS parents ON parents.number = collection
       LEFT JOIN collections AS children ON children.number = child ORDER BY parents.id, position, sha256, child`,
    ),
    manifests: all(
      `SELECT id, collection_manifests.manifest FROM collection_manifests JOIN collections
       ON collections.number = collection ORDER BY collection_manifests.number`,
    ),
  };
}

const statesOf = ({ db }: Pick<Rows, 'db'>): unknown[] =>
  db.prepare('SELECT state FROM shares ORDER BY sha256').pluck().all();

const randomGroup = fc.record({
  replica: fc.nat(1),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  isCompared: fc.boolean(),
});

/** What replicas that share collections, sharing, receipts and the other rows of the owner must keep. */
export function describeReplicatedOwnerRows(
  replicas: () => readonly [PostgresDatabase, PostgresDatabase],
  numRuns: number,
): void {
  const openTwo = async () => {
    const [one, other] = replicas();
    await emptiedRows(one);
    const first = await openReplica(one);
    await prepare(first);
    return [first, await openReplica(other)] as const;
  };

  describe('replicas with the rows of an owner', () => {
    it('have those of one node that got all commands', async () => {
      const runHistory = async (history: { replica: number; steps: Step[]; isCompared: boolean }[]) => {
        const both = await openTwo();
        const node = openNode();
        await prepare(node);
        const begin = beginning.map((value) => ({ kind: 'collection' as const, value }));
        let at = 0;
        const compare = async (some: readonly (typeof both)[number][]) => {
          const expected = ownerRowsOf(node);
          for (const replica of some) {
            await replica.refresh();
            expect(ownerRowsOf(replica)).toEqual(expected);
          }
        };
        for (const { replica, steps, isCompared } of [
          { replica: 0, steps: begin as Step[], isCompared: true },
          ...history,
        ]) {
          await both[replica]?.refresh();
          for (const one of steps) {
            at += 1;
            const expected = await runStep(node, one, at);
            expect(await runStep(both[replica] as Rows, one, at), one.kind).toEqual(expected);
          }
          if (isCompared) await compare(both);
        }
        await compare(both);
        await compare([await openReplica(replicas()[0])]);
      };
      await fc.assert(
        fc.asyncProperty(fc.array(randomGroup, { minLength: 5, maxLength: 25, size: 'max' }), runHistory),
        { seed: 24, endOnFailure: true, numRuns },
      );
    });

    it('refuse what a replica records about transfers that another one does', async () => {
      const [one, other] = await openTwo();
      const lead = async ({ sharing }: Rows, holder: string, fence: number) => {
        await replicas()[0].query(
          `INSERT INTO leaders (job, holder, expires_at, fence) VALUES ('sharing', $1, now() + interval '1 day', $2)
           ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, fence = excluded.fence`,
          [holder, fence],
        );
        sharing.job.begin({ job: 'sharing', holder, fence });
      };
      await runSharingStep(one.sharing, { do: 'sign in', host: 0 }, 1);
      await runSharingStep(one.sharing, { do: 'share', content: 0, host: 0, listed: true, whole: null }, 2);
      await other.refresh();
      await lead(one, '11111111-1111-4111-8111-111111111111', 1);
      await lead(other, '22222222-2222-4222-8222-222222222222', 2);
      const sent = { do: 'sent', content: 0, host: 0 } as const;
      await expect(runSharingStep(one.sharing, sent, 3)).rejects.toThrow(LeaseLostError);
      await other.refresh();
      // The content and its cover.
      expect(statesOf(other)).toEqual(['waiting', 'waiting']);
      await runSharingStep(other.sharing, sent, 4);
      await one.refresh();
      expect(statesOf(one)).toEqual(['shared', 'waiting']);
    });
  });
}
