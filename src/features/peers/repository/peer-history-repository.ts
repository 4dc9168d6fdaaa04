import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { ExchangeTotals, Latency, NewLatency, PeerHistoryStore } from '../peer-history-store.ts';

const columns = `handshakes, received_bytes AS receivedBytes, sent_bytes AS sentBytes,
  fetched_contents AS fetchedContents, shared_contents AS sharedContents`;
const isPeer = "EXISTS (SELECT 1 FROM peers WHERE host = @host AND source <> 'removed')";

/** Stores the figures of the peers of one node. */
export class PeerHistoryRepository implements PeerHistoryStore {
  readonly #db: Db;
  readonly #addLatency: Statement<[Latency]>;
  readonly #trim: Statement<[{ host: string; max: number }]>;
  readonly #add: Statement<[ExchangeTotals & { host: string }]>;
  readonly #exchanges: Statement<[], ExchangeTotals & { host: string }>;
  readonly #latencies: Statement<[string], Omit<Latency, 'host'>>;

  constructor(db: Db) {
    this.#db = db;
    this.#addLatency = db.prepare(
      `INSERT INTO peer_latencies (host, at, latency_ms) SELECT @host, @at, @latencyMs WHERE ${isPeer}`,
    );
    this.#trim = db.prepare(
      `DELETE FROM peer_latencies WHERE host = @host AND number <=
         (SELECT number FROM peer_latencies WHERE host = @host ORDER BY number DESC LIMIT 1 OFFSET @max)`,
    );
    this.#add = db.prepare(
      `INSERT INTO peer_exchanges SELECT @host, @handshakes, @receivedBytes, @sentBytes, @fetchedContents,
         @sharedContents WHERE ${isPeer}
       ON CONFLICT (host) DO UPDATE SET handshakes = handshakes + excluded.handshakes,
         received_bytes = received_bytes + excluded.received_bytes,
         sent_bytes = sent_bytes + excluded.sent_bytes,
         fetched_contents = fetched_contents + excluded.fetched_contents,
         shared_contents = shared_contents + excluded.shared_contents`,
    );
    this.#exchanges = db.prepare(`SELECT host, ${columns} FROM peer_exchanges`);
    this.#latencies = db.prepare(
      'SELECT at, latency_ms AS latencyMs FROM peer_latencies WHERE host = ? ORDER BY number',
    );
  }

  /** Writes without syncing: losing the last figures in a power cut is acceptable. */
  async add(
    latencies: readonly NewLatency[],
    exchanges: ReadonlyMap<string, ExchangeTotals>,
    max: number,
  ): Promise<void> {
    this.#db.pragma('synchronous = NORMAL');
    try {
      this.#db.transaction(() => {
        for (const { host, at, latencyMs } of latencies) this.#addLatency.run({ host, at, latencyMs });
        for (const host of new Set(latencies.map((latency) => latency.host))) this.#trim.run({ host, max });
        for (const [host, exchange] of exchanges) this.#add.run({ host, ...exchange });
      })();
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  async exchanges(): Promise<Map<string, ExchangeTotals>> {
    return new Map(this.#exchanges.all().map(({ host, ...exchange }) => [host, exchange]));
  }

  async latencies(host: string): Promise<Omit<Latency, 'host'>[]> {
    return this.#latencies.all(host);
  }
}
