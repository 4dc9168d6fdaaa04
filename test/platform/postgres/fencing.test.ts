import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Lease, LeaseLostError, untilAborted } from '../../../src/core/concurrency/leader.ts';
import { PostgresPeerHistoryStore } from '../../../src/features/peers/repository/postgres-peer-history-store.ts';
import { PostgresPeerStore } from '../../../src/features/peers/repository/postgres-peer-store.ts';
import { SegmentRepository } from '../../../src/features/storage/index.ts';
import { SegmentCollector } from '../../../src/platform/blobs/s3/segment-collector.ts';
import { requireLease } from '../../../src/platform/postgres/lease.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { PostgresLeader } from '../../../src/platform/postgres/postgres-leader.ts';
import { emptiedRows, openReplica } from '../../content/replicated/replica.ts';
import { failureOf, proofOf } from '../../peers/describe-peer-store.ts';
import { emptiedPeers } from '../../peers/describe-replicated-peers.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { startTwoReplicas, type TwoReplicas } from '../../support/postgres/two-replicas.ts';

const missing = missingPostgres();
/** A process that is paused at once: it renews nothing, and does not notice that its lease expires. */
const paused = { lease: 1, abort: 600_000, renew: 600_000 };
const usual = { lease: 600_000, abort: 600_000, renew: 50 };
const day = 24 * 60 * 60 * 1000;

describe.skipIf(missing)(`a leader that was paused${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoReplicas;
  let { replicas } = {} as TwoReplicas;
  const closers: (() => Promise<void> | void)[] = [];

  beforeAll(async () => {
    both = await startTwoReplicas();
    ({ replicas } = both);
  });
  afterAll(() => both.end());
  beforeEach(async () => {
    await replicas[0].query('TRUNCATE leaders');
    await emptiedRows(replicas[0]);
    await emptiedPeers(replicas[0]);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  /** Lets a replica lead; resolves with its lease. */
  const lead = (database: PostgresDatabase, times: typeof usual) =>
    new Promise<Lease>((resolve) => {
      const stop = new PostgresLeader(database, times).run('job', async (signal, lease) => {
        if (lease) resolve(lease);
        await untilAborted(signal);
      });
      closers.push(stop);
    });

  /** Returns the lease of a paused leader, and that of the replica that leads now. */
  async function followed(): Promise<{ stale: Lease; current: Lease }> {
    const stale = await lead(replicas[0], paused);
    return { stale, current: await lead(replicas[1], usual) };
  }

  const open = async (database: PostgresDatabase) => {
    const replica = openReplica(database);
    closers.push(async () => {
      await replica.commands.close();
      replica.close();
    });
    await replica.commands.join();
    return replica;
  };

  it('has a smaller number than the next one, also when the lease was given back', async () => {
    const first = await lead(replicas[0], usual);
    await closers.pop()?.();
    const second = await lead(replicas[0], paused);
    const third = await lead(replicas[1], usual);
    expect(second.fence).toBeGreaterThan(first.fence);
    expect(third.fence).toBeGreaterThan(second.fence);
  });

  it('may go on while nobody else has led since', async () => {
    const stale = await lead(replicas[0], paused);
    const { commands, checks } = await open(replicas[0]);
    await checks.write({ ...checks.read(), verified: 1 }, [], stale);
    expect(commands.isCurrent()).toBe(true);
    expect(checks.read().verified).toBe(1);
  });

  it('writes nothing more, although commands of the same group do', async () => {
    const [a, b] = [await open(replicas[0]), await open(replicas[1])];
    const { stale, current } = await followed();
    const state = a.checks.read();
    const writes = [
      a.checks.write({ ...state, verified: 1 }, [], stale),
      a.damages.notAfter(0, stale),
      a.hidden.hide(Buffer.alloc(32, 1)),
      a.checks.write({ ...state, verified: 2 }, [], stale),
    ];
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'rejected']);
    await expect(writes[0]).rejects.toThrow(LeaseLostError);
    await b.commands.refresh();
    expect(b.checks.read().verified).toBe(0);
    await b.checks.write({ ...state, verified: 3 }, [], current);
    await a.commands.refresh();
    expect(a.checks.read().verified).toBe(3);
  });

  it('records no handshakes', async () => {
    const { stale, current } = await followed();
    const [peers, history] = [new PostgresPeerStore(replicas[0]), new PostgresPeerHistoryStore(replicas[0])];
    const host = 'https://a.example';
    await peers.add(host, 'named', 0);
    const before = await peers.all();
    const limits = { max: 10, periodMs: 1000, peers: 10 };
    const writes = (lease: Lease) => [
      () => peers.recordProof(proofOf(host, 'key', 1), lease),
      () => peers.recordFailure(failureOf(host, null, 1), lease),
      () => peers.learn(['https://b.example'], 1, limits, lease),
      () => peers.retrySoon(1, 1000, 10, lease),
      () => peers.remove(host, lease),
    ];
    for (const write of writes(stale)) await expect(write()).rejects.toThrow(LeaseLostError);
    expect(await peers.all()).toEqual(before);
    const latency = { host, latencyMs: 5 };
    const measured = [
      { ...latency, at: 1, lease: stale },
      { ...latency, at: 2, lease: current },
      { ...latency, at: 3 },
    ];
    await history.add(measured, new Map(), 10);
    expect((await history.latencies(host)).map(({ at }) => at)).toEqual([2, 3]);
    for (const write of writes(current)) await write();
    expect((await peers.all()).map(({ source }) => source).toSorted()).toEqual(['learned', 'removed']);
  });

  it('deletes no segments', async () => {
    let now = 1_700_000_000_000;
    const [a, b] = [await open(replicas[0]), await open(replicas[1])];
    const deleted: string[] = [];
    const collectorOf = ({ db, commands }: typeof a) =>
      new SegmentCollector({
        client: { delete: async (key) => void deleted.push(key) },
        index: new SegmentRepository(db, () => now, commands),
        onError: (error) => {
          throw error;
        },
      });
    const { stale, current } = await followed();
    await new SegmentRepository(a.db, () => now, a.commands).announce(['one']);
    now += 2 * day;
    await expect(collectorOf(a).collect(undefined, stale)).rejects.toThrow(LeaseLostError);
    expect(deleted).toEqual([]);
    await b.commands.refresh();
    expect(await collectorOf(b).collect(undefined, current)).toBe(1);
    expect(deleted).toEqual(['one']);
  });

  it('is not followed while it commits', async () => {
    const stale = await lead(replicas[0], paused);
    const order: string[] = [];
    let taken: Promise<Lease> | undefined;
    await replicas[0].transaction(async (query) => {
      await requireLease(query, stale);
      taken = lead(replicas[1], usual).then((lease) => {
        order.push('taken');
        return lease;
      });
      const waits =
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INTO leaders%'";
      // Not in this transaction, which would see the activity of its first look for ever.
      await expect.poll(() => replicas[0].query(waits)).toHaveLength(1);
      order.push('written');
    });
    expect((await taken)?.fence).toBeGreaterThan(stale.fence);
    expect(order).toEqual(['written', 'taken']);
  });
});
