import type { PeerHistory as HistoryDocument, LocalPeer } from '../../contract/dashboard-api/peers.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Exchange, Latency, PeerHistoryRepository } from './repository/peer-history-repository.ts';

/** Number of rounds in a day. */
const maxLatencies = 144;
const writeEveryMs = 5_000;

const emptyExchange: Exchange = {
  handshakes: 0,
  receivedBytes: 0,
  sentBytes: 0,
  fetchedContents: 0,
  sharedContents: 0,
};

const addExchanges = (a: Exchange, b: Partial<Exchange>): Exchange => ({
  handshakes: a.handshakes + (b.handshakes ?? 0),
  receivedBytes: a.receivedBytes + (b.receivedBytes ?? 0),
  sentBytes: a.sentBytes + (b.sentBytes ?? 0),
  fetchedContents: a.fetchedContents + (b.fetchedContents ?? 0),
  sharedContents: a.sharedContents + (b.sharedContents ?? 0),
});

export interface PeerHistoryOptions {
  repository: PeerHistoryRepository;
  clock: Clock;
  logger: Logger;
  /** Called after figures were written, every few seconds at most. */
  onChange: () => void;
}

/** Records latencies of peers and the traffic with them, and writes the figures in batches. */
export class PeerHistory {
  readonly #options: PeerHistoryOptions;
  #latencies: Latency[] = [];
  #exchanges = new Map<string, Exchange>();
  #written: Map<string, Exchange> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PeerHistoryOptions) {
    this.#options = options;
  }

  /** Records a handshake; `latencyMs` is null where it failed. */
  recordHandshake(host: string, latencyMs: number | null): void {
    this.#latencies.push({ host, at: this.#options.clock(), latencyMs });
    if (latencyMs === null) this.#writeSoon();
    else this.recordExchange(host, { handshakes: 1 });
  }

  /** Counts traffic with a peer; counts of hosts that are not on the list are dropped when they are written. */
  recordExchange(host: string, exchange: Partial<Exchange>): void {
    this.#exchanges.set(host, addExchanges(this.#exchanges.get(host) ?? emptyExchange, exchange));
    this.#writeSoon();
  }

  /** Returns the latencies of a peer, oldest first, at most 144. */
  latencies(host: string): HistoryDocument {
    this.write();
    return {
      latencies: this.#options.repository
        .latencies(host)
        .map(({ at, latencyMs }) => ({ at: toTimestamp(at), latency_ms: latencyMs })),
    };
  }

  /** Returns the traffic with a peer so far. */
  exchanged(host: string): LocalPeer['exchanged'] {
    this.#written ??= this.#options.repository.exchanges();
    const exchange = addExchanges(
      this.#written.get(host) ?? emptyExchange,
      this.#exchanges.get(host) ?? emptyExchange,
    );
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
    this.#exchanges.delete(host);
    this.#written = undefined;
  }

  /** Writes pending figures; later ones are lost. */
  close(): void {
    this.write();
    this.#isClosed = true;
  }

  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#latencies.length + this.#exchanges.size === 0) return;
    const [latencies, exchanges] = [this.#latencies, this.#exchanges];
    this.#latencies = [];
    this.#exchanges = new Map();
    this.#options.repository.add(latencies, exchanges, maxLatencies);
    this.#written = undefined;
    this.#options.onChange();
  }

  #writeSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      try {
        this.write();
      } catch (error) {
        this.#options.logger.error({ err: error }, 'figures of peers could not be written');
      }
    }, writeEveryMs);
  }
}
