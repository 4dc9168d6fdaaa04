import type { PeerHistory as HistoryDocument, LocalPeer } from '../../contract/dashboard-api/peers.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { ExchangeTotals, NewLatency, PeerHistoryStore } from './peer-history-store.ts';

/** Number of rounds in a day. */
const maxLatencies = 144;
const writeEveryMs = 5_000;

const emptyExchange: ExchangeTotals = {
  handshakes: 0,
  receivedBytes: 0,
  sentBytes: 0,
  fetchedContents: 0,
  sharedContents: 0,
};

const addExchanges = (a: ExchangeTotals, b: Partial<ExchangeTotals>): ExchangeTotals => ({
  handshakes: a.handshakes + (b.handshakes ?? 0),
  receivedBytes: a.receivedBytes + (b.receivedBytes ?? 0),
  sentBytes: a.sentBytes + (b.sentBytes ?? 0),
  fetchedContents: a.fetchedContents + (b.fetchedContents ?? 0),
  sharedContents: a.sharedContents + (b.sharedContents ?? 0),
});

export interface PeerHistoryOptions {
  store: PeerHistoryStore;
  clock: Clock;
  logger: Logger;
  /** Called after figures were written, every few seconds at most. */
  onChange: () => void;
}

/** Records latencies of peers and the traffic with them, and writes the figures in batches. */
export class PeerHistory {
  readonly #options: PeerHistoryOptions;
  #latencies: NewLatency[] = [];
  #exchanges = new Map<string, ExchangeTotals>();
  /** Figures that are being written. */
  #writing = new Map<string, ExchangeTotals>();
  /** Hosts removed since the last write began, whose totals it may still have read. */
  readonly #removed = new Set<string>();
  /** Totals that were written before. */
  #written = new Map<string, ExchangeTotals>();
  /** Settles when the last write is done; writes run one after another. */
  #isWritten: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PeerHistoryOptions) {
    this.#options = options;
  }

  /** Reads the totals; before, there are none. */
  async open(): Promise<void> {
    this.#written = await this.#options.store.exchanges();
  }

  /** Records a handshake; `latencyMs` is null where it failed. */
  recordHandshake(host: string, latencyMs: number | null, lease?: Lease): void {
    this.#latencies.push({ host, at: this.#options.clock(), latencyMs, lease });
    if (latencyMs === null) this.#writeSoon();
    else this.recordExchange(host, { handshakes: 1 });
  }

  /** Counts traffic with a peer; counts of hosts that are not on the list are dropped when they are written. */
  recordExchange(host: string, exchange: Partial<ExchangeTotals>): void {
    this.#exchanges.set(host, addExchanges(this.#exchanges.get(host) ?? emptyExchange, exchange));
    this.#writeSoon();
  }

  /** Returns the latencies of a peer, oldest first, at most 144. */
  async latencies(host: string): Promise<HistoryDocument> {
    await this.write();
    const latencies = await this.#options.store.latencies(host);
    return {
      latencies: latencies.map(({ at, latencyMs }) => ({ at: toTimestamp(at), latency_ms: latencyMs })),
    };
  }

  /** Returns the traffic with a peer so far. */
  exchanged(host: string): LocalPeer['exchanged'] {
    const exchange = [this.#written, this.#writing, this.#exchanges]
      .map((exchanges) => exchanges.get(host) ?? emptyExchange)
      .reduce(addExchanges);
    return {
      handshakes: exchange.handshakes,
      received_bytes: exchange.receivedBytes,
      sent_bytes: exchange.sentBytes,
      fetched_contents: exchange.fetchedContents,
      shared_contents: exchange.sharedContents,
    };
  }

  /** Removes the figures of a peer that is removed. */
  remove(host: string): void {
    this.#latencies = this.#latencies.filter((latency) => latency.host !== host);
    for (const exchanges of [this.#written, this.#writing, this.#exchanges]) exchanges.delete(host);
    this.#removed.add(host);
  }

  /** Writes pending figures; later ones are lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.write();
  }

  /** Writes pending figures, after those that are being written. Figures that cannot be written are lost. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const write = () => this.#writePending();
    this.#isWritten = this.#isWritten.then(write, write);
    return this.#isWritten;
  }

  async #writePending(): Promise<void> {
    if (this.#latencies.length + this.#exchanges.size === 0) return;
    const { store, onChange } = this.#options;
    const latencies = this.#latencies;
    this.#writing = this.#exchanges;
    this.#latencies = [];
    this.#exchanges = new Map();
    this.#removed.clear();
    try {
      await store.add(latencies, this.#writing, maxLatencies);
      const written = await store.exchanges();
      for (const host of this.#removed) written.delete(host);
      this.#written = written;
    } finally {
      this.#writing = new Map();
    }
    onChange();
  }

  #writeSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.write().catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'figures of peers could not be written'),
      );
    }, writeEveryMs);
  }
}
