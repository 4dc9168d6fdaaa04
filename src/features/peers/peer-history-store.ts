import type { Lease } from '../../core/concurrency/leader.ts';

/** Traffic totals of a peer. */
export interface ExchangeTotals {
  handshakes: number;
  receivedBytes: number;
  sentBytes: number;
  fetchedContents: number;
  sharedContents: number;
}

/** One attempt to reach a peer, in milliseconds; a latency of null means that it failed. */
export interface Latency {
  host: string;
  at: number;
  latencyMs: number | null;
}

/** A latency to store. */
export interface NewLatency extends Latency {
  /** That of the job that measured it. */
  lease?: Lease | undefined;
}

/** Stores the figures of the peers on the list, until they are removed. Each method is one transaction. */
export interface PeerHistoryStore {
  /**
   * Adds latencies and totals of listed peers, and keeps the newest `max` latencies of each, without those of jobs that
   * another replica leads now. The last figures may be lost in a power cut.
   */
  add(
    latencies: readonly NewLatency[],
    exchanges: ReadonlyMap<string, ExchangeTotals>,
    max: number,
  ): Promise<void>;
  /** Returns the totals by host. */
  exchanges(): Promise<Map<string, ExchangeTotals>>;
  /** Returns latencies in the order in which they were added. */
  latencies(host: string): Promise<Omit<Latency, 'host'>[]>;
}
