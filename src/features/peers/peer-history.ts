import type { PeerHistory as HistoryDocument, LocalPeer } from '../../contract/dashboard-api/peers.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Exchange, Latency, PeerHistoryRepository } from './repository/peer-history-repository.ts';

/** A day of rounds. */
const MOST_LATENCIES = 144;
const WRITE_EVERY_MS = 5_000;

const nothing: Exchange = {
  handshakes: 0,
  receivedBytes: 0,
  sentBytes: 0,
  fetchedContents: 0,
  sharedContents: 0,
};

const sum = (a: Exchange, b: Partial<Exchange>): Exchange => ({
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

/** How peers answered over time, and what was exchanged with them; gathers in memory and is written together. */
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

  /** @param latencyMs null: the handshake failed */
  handshake(host: string, latencyMs: number | null): void {
    this.#latencies.push({ host, at: this.#options.clock(), latencyMs });
    if (latencyMs === null) this.#writeSoon();
    else this.note(host, { handshakes: 1 });
  }

  /** Takes note of what was exchanged with a peer just now; of a host that is not on the list nothing stays. */
  note(host: string, exchange: Partial<Exchange>): void {
    this.#exchanges.set(host, sum(this.#exchanges.get(host) ?? nothing, exchange));
    this.#writeSoon();
  }

  /** Oldest first, at most 144. */
  latencies(host: string): HistoryDocument {
    this.write();
    return {
      latencies: this.#options.repository
        .latencies(host)
        .map(({ at, latencyMs }) => ({ at: toTimestamp(at), latency_ms: latencyMs })),
    };
  }

  /** What was exchanged with a peer until now. */
  exchanged(host: string): LocalPeer['exchanged'] {
    this.#written ??= this.#options.repository.exchanges();
    const exchange = sum(this.#written.get(host) ?? nothing, this.#exchanges.get(host) ?? nothing);
    return {
      handshakes: exchange.handshakes,
      received_bytes: exchange.receivedBytes,
      sent_bytes: exchange.sentBytes,
      fetched_contents: exchange.fetchedContents,
      shared_contents: exchange.sharedContents,
    };
  }

  /** The peer is taken off the list, and with it what is written of it. */
  forget(host: string): void {
    this.#latencies = this.#latencies.filter((latency) => latency.host !== host);
    this.#exchanges.delete(host);
    this.#written = undefined;
  }

  /** Writes what has gathered; what is noted later is lost. */
  close(): void {
    this.write();
    this.#isClosed = true;
  }

  /** Writes what has gathered. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#latencies.length + this.#exchanges.size === 0) return;
    const [latencies, exchanges] = [this.#latencies, this.#exchanges];
    this.#latencies = [];
    this.#exchanges = new Map();
    this.#options.repository.add(latencies, exchanges, MOST_LATENCIES);
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
    }, WRITE_EVERY_MS);
  }
}
