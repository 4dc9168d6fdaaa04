import { setTimeout as delay } from 'node:timers/promises';
import { WrongBytesError } from '../../core/bytes/wrong-bytes.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import { NodeError } from '../../core/node-error.ts';
import { usualTimeouts } from '../../platform/net/guarded/guarded-download.ts';
import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import { Candidates } from './candidates.ts';
import { fetchError } from './fetch-failure.ts';
import { type FetchOutcome, type FetchSource, fastBytesPerS } from './fetch-source.ts';
import { type ContentRequest, type FetchConnection, type OpenContent, openContent } from './open-content.ts';
import { openFirst } from './open-first.ts';
import { ResumableDownload } from './resumable-download.ts';

/** Destination of fetched contents. */
export interface FetchStore {
  has(sha256: Buffer): boolean;
  /**
   * Stores a content as a copy once its hash is verified; nothing is visible before.
   * @throws WrongBytesError, or NodeError when this node cannot store it
   */
  receive(sha256: Buffer, source: AsyncIterable<Uint8Array>, arriving: SentDescription): Promise<void>;
}

/** Unverified description of a content from the sending node. */
export interface SentDescription {
  /** In bytes. */
  sizeHint: number;
  contentType: string | undefined;
  fileName: string | undefined;
  /** The node that started to send. */
  host: string;
  signal: AbortSignal;
  /** Returns the lease of the job for which alone it is fetched, if any. */
  lease: () => Lease | undefined;
}

export interface FetchTiming {
  /** Time without a received byte after which another node is asked as well. */
  hedgeMs: number;
  /** Delay before an interrupted node is asked again; it doubles each time. */
  retryMs: number;
  /** Time in which a node must become fast while other nodes may have the content. */
  fastWithinMs: number;
}

export interface ContentFetchOptions {
  sha256: Buffer;
  sources: readonly FetchSource[];
  /** The size according to the index, if known. */
  expectedSize: number | undefined;
  maxBytes: number;
  connection: FetchConnection;
  timing: FetchTiming;
  store: FetchStore;
  pace: Pace;
  /** Returns the lease of the job for which alone the content is fetched, if any. */
  lease: () => Lease | undefined;
  /** Called when the transfer starts or restarts. */
  onStart: (opened: OpenContent) => void;
  onChunk: (host: string, bytes: number) => void;
  /** Called with the number of stored bytes that came from this node. */
  onReceived: (host: string, bytes: number) => void;
  /** Called when the node refuses requests for `forMs`. */
  onBusy: (host: string, forMs: number) => void;
  /** Called when a node alone sent a whole content with a wrong hash. */
  onWrongContent: (host: string) => void;
}

/** Adds a required speed to a connection while other nodes may have the content. */
const requireSpeed = (connection: FetchConnection, { fastWithinMs }: FetchTiming): FetchConnection => ({
  ...connection,
  timeouts: {
    ...(connection.timeouts ?? usualTimeouts),
    speedWindowMs: fastWithinMs,
    minBytesPerSecond: fastBytesPerS,
  },
});

/**
 * Fetches one content: at first parts of it from several nodes, and after wrong bytes all of it from one node after the
 * other.
 */
export class ContentFetch {
  readonly #options: ContentFetchOptions;
  readonly #candidates: Candidates;
  #hadWrongBytes = false;
  #maxBytes: number;
  #storageFull: NodeError | undefined;

  constructor(options: ContentFetchOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes;
    this.#candidates = new Candidates(options.sources);
  }

  /** Runs the fetch. @throws NodeError; the signal's reason when it is aborted */
  async run(signal: AbortSignal): Promise<void> {
    const { expectedSize } = this.#options;
    const suspects = await this.#attempt(expectedSize, signal);
    if (!suspects) return;
    const open = this.#candidates.open();
    for (const source of open.sort((a, b) => Number(suspects.has(a)) - Number(suspects.has(b)))) {
      this.#candidates.restrictTo(source);
      if (!(await this.#attempt(undefined, signal))) return;
    }
    throw this.#storageFull ?? fetchError(this.#candidates, this.#hadWrongBytes, this.#options.maxBytes);
  }

  /**
   * Fetches the content from the candidates in the queue, and again from nodes that state a smaller size where the disk
   * has no space for the stated one, which may be wrong.
   * @returns undefined when it is stored, else the senders of wrong bytes
   */
  async #attempt(total: number | undefined, signal: AbortSignal): Promise<Set<FetchSource> | undefined> {
    const max = this.#maxBytes;
    const suspects = await this.#attemptOnce(total, signal);
    return this.#maxBytes < max ? this.#attempt(undefined, signal) : suspects;
  }

  async #attemptOnce(total: number | undefined, signal: AbortSignal): Promise<Set<FetchSource> | undefined> {
    const first = await this.#open(0, total, signal);
    signal.throwIfAborted();
    if (!first) return new Set();
    const { sha256, store, lease, onStart, onReceived } = this.#options;
    const { total: sizeHint, contentType, fileName } = first;
    const download = this.#download(first, signal);
    onStart(first);
    try {
      const arriving = { sizeHint, contentType, fileName, host: first.source.host, signal, lease };
      await store.receive(sha256, download.bytes(), arriving);
      for (const [{ host }, bytes] of download.received) onReceived(host, bytes);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      const senders = new Set(download.received.keys()).add(first.source);
      if (error instanceof WrongBytesError) this.#onWrongBytes(senders);
      else if (error instanceof NodeError && error.code === 'insufficient_storage')
        this.#onStorageFull(first, error);
      else if (!download.isIncomplete) throw error;
      return senders;
    } finally {
      await download.close();
    }
  }

  #open(offset: number, total: number | undefined, signal: AbortSignal): Promise<OpenContent | undefined> {
    const { sha256, onBusy, timing } = this.#options;
    const maxBytes = this.#maxBytes;
    return openFirst({
      candidates: this.#candidates,
      open: (source, either) => this.#request(source, { sha256, offset, total, maxBytes, onBusy }, either),
      hedgeMs: timing.hedgeMs,
      signal,
    });
  }

  async #request(
    source: FetchSource,
    wanted: ContentRequest,
    signal: AbortSignal,
  ): Promise<OpenContent | FetchOutcome> {
    const { connection, timing } = this.#options;
    const tries = this.#candidates.triesOf(source);
    if (tries === 0) {
      const isOneOfMany = this.#candidates.hasOthers(source);
      return openContent(source, wanted, isOneOfMany ? requireSpeed(connection, timing) : connection, signal);
    }
    if (this.#candidates.isDisputed) return 'other_size';
    await delay(timing.retryMs * tries, undefined, { signal }).catch(() => {});
    return openContent(source, wanted, connection, signal);
  }

  #download(first: OpenContent, signal: AbortSignal): ResumableDownload {
    const { onChunk, pace } = this.#options;
    return new ResumableDownload({
      first,
      resume: (offset) => this.#open(offset, first.total, signal),
      onInterrupted: (source, received) => this.#candidates.recordInterruption(source, received),
      onChunk: ({ host }, bytes) => onChunk(host, bytes),
      pace,
      signal,
    });
  }

  #onStorageFull({ source, total }: OpenContent, error: NodeError): void {
    this.#candidates.record(source, 'too_large');
    this.#maxBytes = total - 1;
    this.#storageFull = error;
  }

  /** Handles wrong bytes; where several nodes sent them, no node is blamed. */
  #onWrongBytes(senders: ReadonlySet<FetchSource>): void {
    this.#hadWrongBytes = true;
    const [only, ...others] = senders;
    if (!only || others.length > 0) return;
    this.#candidates.record(only, 'wrong_content');
    this.#options.onWrongContent(only.host);
  }
}
