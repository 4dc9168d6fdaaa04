import type { Lease } from '../../../core/concurrency/leader.ts';
import { requireLease } from '../../../platform/postgres/lease.ts';
import { queryNamed } from '../../../platform/postgres/named-parameters.ts';
import type { PostgresDatabase, Query } from '../../../platform/postgres/postgres-database.ts';
import type { Peer } from '../peer.ts';
import {
  type LearningLimits,
  maxRemovedPeers,
  type PeerChanges,
  type PeerFailureRecord,
  type PeerFollower,
  type PeerProof,
  type PeerStore,
} from '../peer-store.ts';
import { changesOf, failureValues, type PeerRow, peerOf, proofValues } from './peer-row.ts';
import { peerSql } from './peer-sql.ts';

const sql = peerSql('CAST(floor(random() * @withinMs) AS bigint)');
type Statement = Exclude<keyof typeof sql, 'learn'>;

const channel = 'alcove_peers';
/** Number of the advisory lock of changes; the value has no meaning. */
const lockNumber = 7_261_096;

/** Begins a new period where the last one is over, by the clock of the database; returns how many hosts are left. */
const learningSql = `UPDATE peer_learning SET
    since = CASE WHEN isOver THEN clock_timestamp() ELSE since END,
    hosts = CASE WHEN isOver THEN 0 ELSE hosts END
  FROM (SELECT abs(extract(epoch FROM clock_timestamp() - since)) * 1000 >= $2 AS isOver FROM peer_learning) AS period
  RETURNING greatest(0, $1::integer - hosts) AS "left"`;

/** Waits for other changes of peers or their figures; they run one after another on all replicas. */
export async function lockPeers(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
}

/**
 * Stores the peers of several replicas. Changes run one after another, as in SQLite, so that limits hold and rows are
 * not locked in different orders. Each change notifies all replicas when it is committed.
 */
export class PostgresPeerStore implements PeerStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async all(): Promise<Peer[]> {
    return (await this.#database.query<PeerRow>(sql.all)).map(peerOf);
  }

  async find(hosts: readonly string[]): Promise<Peer[]> {
    const rows = await this.#database.query<PeerRow>(`${sql.all} WHERE host = ANY ($1)`, [hosts]);
    return rows.map(peerOf);
  }

  learn(
    hosts: readonly string[],
    at: number,
    { max, periodMs, peers }: LearningLimits,
    lease?: Lease,
  ): Promise<PeerChanges> {
    return this.#change(lease, async (run, query) => {
      const [learning] = await query<{ left: number }>(learningSql, [max, periodMs]);
      const known = await query<{ host: string }>('SELECT host FROM peers WHERE host = ANY ($1)', [hosts]);
      const isKnown = new Set(known.map(({ host }) => host));
      const wanted = hosts.filter((host) => !isKnown.has(host)).slice(0, learning?.left ?? 0);
      const added: PeerRow[] = [];
      for (const host of wanted) added.push(...(await queryNamed<PeerRow>(query, sql.learn, { host, at })));
      const removed = added.length > 0 ? hostsOf(await run('evict', { limit: peers })) : [];
      const kept = added.filter(({ host }) => !removed.includes(host));
      await query('UPDATE peer_learning SET hosts = hosts + $1', [kept.length]);
      return { ...changesOf(kept), removed };
    });
  }

  add(host: string, source: 'named' | 'practice', at: number): Promise<PeerChanges> {
    return this.#change(undefined, async (run) => changesOf(await run('add', { host, source, at })));
  }

  recordProof(proof: PeerProof, lease?: Lease): Promise<PeerChanges | 'key_changed'> {
    return this.#change(lease, async (run) => {
      const { host, publicKey } = proof;
      const [row] = await run('one', { host });
      if (!row || row.source === 'removed') return changesOf([]);
      if (row.publicKey !== null && row.publicKey !== publicKey) return 'key_changed';
      const values = proofValues(proof);
      const removed = hostsOf(await run('forgetOtherHosts', values));
      const unproven = await run('unproveOtherHosts', values);
      return { ...changesOf([...unproven, ...(await run('recordProof', values))]), removed };
    });
  }

  recordFailure(failure: PeerFailureRecord, lease?: Lease): Promise<PeerChanges> {
    return this.#change(lease, async (run) => changesOf(await run('recordFailure', failureValues(failure))));
  }

  acceptKey(host: string, offeredKey: string): Promise<PeerChanges> {
    return this.#change(undefined, async (run) => changesOf(await run('accept', { host, offeredKey })));
  }

  remove(host: string, lease?: Lease): Promise<PeerChanges> {
    return this.#change(lease, async (run, query) => {
      const rows = await run('remove', { host });
      if (rows.length === 0) return changesOf([]);
      await query('DELETE FROM peer_latencies WHERE host = $1', [host]);
      await query('DELETE FROM peer_exchanges WHERE host = $1', [host]);
      return { ...changesOf(rows), removed: hostsOf(await run('forgetRemoved', { limit: maxRemovedPeers })) };
    });
  }

  retrySoon(now: number, withinMs: number, max: number, lease?: Lease): Promise<PeerChanges> {
    const values = { now, withinMs, latest: now + withinMs, max };
    return this.#change(lease, async (run) => changesOf(await run('retrySoon', values)));
  }

  endPractice(host: string | undefined): Promise<PeerChanges> {
    return this.#change(undefined, async (run) => ({
      changed: [],
      removed: hostsOf(await run('endPractice', { host: host ?? '' })),
    }));
  }

  follow(follower: PeerFollower): () => Promise<void> {
    return this.#database.follow(channel, {
      notified: (hosts) => follower.changed(hosts),
      missed: () => follower.missed(),
    });
  }

  /** Runs a transaction that changes peers, and notifies all replicas of them. */
  #change<Result extends PeerChanges | 'key_changed'>(
    lease: Lease | undefined,
    work: (
      run: (statement: Statement, values: Record<string, unknown>) => Promise<PeerRow[]>,
      query: Query,
    ) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.transaction(async (query) => {
      await lockPeers(query);
      await requireLease(query, lease);
      const result = await work((statement, values) => queryNamed(query, sql[statement], values), query);
      const hosts = result === 'key_changed' ? [] : [...hostsOf(result.changed), ...result.removed];
      if (hosts.length > 0) {
        await query('SELECT pg_notify($1, host) FROM unnest($2::text[]) AS host', [channel, hosts]);
      }
      return result;
    });
  }
}

const hostsOf = (rows: readonly { host: string }[]): string[] => rows.map(({ host }) => host);
