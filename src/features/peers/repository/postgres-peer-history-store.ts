import { lostLeases } from '../../../platform/postgres/lease.ts';
import type { PostgresDatabase } from '../../../platform/postgres/postgres-database.ts';
import type { ExchangeTotals, Latency, NewLatency, PeerHistoryStore } from '../peer-history-store.ts';
import { lockPeers } from './postgres-peer-store.ts';

const isPeer = "EXISTS (SELECT FROM peers WHERE host = $1 AND source <> 'removed')";

const addLatencySql = `INSERT INTO peer_latencies (host, at, latency_ms) SELECT $1, $2, $3 WHERE ${isPeer}`;

const trimSql = `DELETE FROM peer_latencies WHERE host = $1 AND number <=
  (SELECT number FROM peer_latencies WHERE host = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)`;

const addSql = `
  INSERT INTO peer_exchanges AS stored
    (host, handshakes, received_bytes, sent_bytes, fetched_contents, shared_contents)
    SELECT $1, $2, $3, $4, $5, $6 WHERE ${isPeer}
  ON CONFLICT (host) DO UPDATE SET handshakes = stored.handshakes + excluded.handshakes,
    received_bytes = stored.received_bytes + excluded.received_bytes,
    sent_bytes = stored.sent_bytes + excluded.sent_bytes,
    fetched_contents = stored.fetched_contents + excluded.fetched_contents,
    shared_contents = stored.shared_contents + excluded.shared_contents`;

/** Stores the figures of the peers of several replicas. */
export class PostgresPeerHistoryStore implements PeerHistoryStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(
    latencies: readonly NewLatency[],
    exchanges: ReadonlyMap<string, ExchangeTotals>,
    max: number,
  ): Promise<void> {
    await this.#database.transaction(async (query) => {
      await lockPeers(query);
      const lost = await lostLeases(query, latencies);
      const current = latencies.filter(({ lease }) => !lost.has(lease));
      for (const { host, at, latencyMs } of current) await query(addLatencySql, [host, at, latencyMs]);
      for (const host of new Set(current.map((latency) => latency.host))) await query(trimSql, [host, max]);
      for (const [host, exchange] of exchanges) {
        const { handshakes, receivedBytes, sentBytes, fetchedContents, sharedContents } = exchange;
        const values = [handshakes, receivedBytes, sentBytes, fetchedContents, sharedContents];
        await query(addSql, [host, ...values]);
      }
    });
  }

  async exchanges(): Promise<Map<string, ExchangeTotals>> {
    const rows = await this.#database.query<ExchangeTotals & { host: string }>(
      `SELECT host, handshakes, received_bytes AS "receivedBytes", sent_bytes AS "sentBytes",
         fetched_contents AS "fetchedContents", shared_contents AS "sharedContents" FROM peer_exchanges`,
    );
    return new Map(rows.map(({ host, ...exchange }) => [host, exchange]));
  }

  async latencies(host: string): Promise<Omit<Latency, 'host'>[]> {
    return await this.#database.query<Omit<Latency, 'host'>>(
      'SELECT at, latency_ms AS "latencyMs" FROM peer_latencies WHERE host = $1 ORDER BY number',
      [host],
    );
  }
}
