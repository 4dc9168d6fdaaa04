import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import type { Clock } from '../../core/clock.ts';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { NodeError, shuttingDown } from '../../core/node-error.ts';
import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import { CoalescedFetch, type FetchCaller } from './coalesced-fetch.ts';
import { ContentFetch, type FetchStore, type FetchTiming } from './content-fetch.ts';
import { FetchQueue } from './fetch-queue.ts';
import type { FetchSource } from './fetch-source.ts';
import { HostCooldown } from './host-cooldown.ts';
import { NegativeCache } from './negative-cache.ts';
import type { FetchConnection } from './open-content.ts';

const usualTiming: FetchTiming = { hedgeMs: 300, retryMs: 1000, fastWithinMs: 15_000 };
/** Minimum interval between reported changes. */
const notifyMs = 250;
const failuresKept = 20;

export interface RemoteFetchOptions {
  /** Returns the nodes that may be asked for a content, best first. */
  sources: (sha256: Buffer) => readonly FetchSource[];
  store: FetchStore;
  connection: FetchConnection;
  /** Larger contents are refused. */
  maxBytes: number;
  /** Limit for received bytes. */
  pace: Pace;
  clock: Clock;
  /** Called when the result of `transfers` has changed, at most four times a second. */
  onChange: () => void;
  /** Called with the bytes of a stored content that came from this node. */
  onReceived: (host: string, bytes: number) => void;
  /** Called when a node violated the protocol; `reason` is shown to the person. */
  onMisbehaviour: (host: string, reason: ConstantMessageId) => void;
  timing?: FetchTiming;
}

const cancelled = (): NodeError => new NodeError('fetch_cancelled', 'discovery.cancelled');
const tooBusy = (): NodeError =>
  new NodeError('too_busy', 'discovery.tooManyTransfers', {
    headers: { 'Retry-After': '60' },
  });

/** Fetches contents from other nodes, with one transfer per content for all callers. */
export class RemoteFetch {
  readonly #options: RemoteFetchOptions;
  readonly #fetches = new Map<string, CoalescedFetch>();
  readonly #queue: FetchQueue<CoalescedFetch>;
  readonly #running = new TaskTracker();
  readonly #cooldown: HostCooldown;
  readonly #negativeCache: NegativeCache;
  /** Fetches that ask only nodes known to have the content. */
  readonly #narrow = new Map<CoalescedFetch, AbortController>();
  /** Failed fetches, oldest first. */
  #failed: CoalescedFetch[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RemoteFetchOptions) {
    this.#options = options;
    this.#cooldown = new HostCooldown(options.clock);
    this.#negativeCache = new NegativeCache(options.clock);
    this.#queue = new FetchQueue({
      start: (fetch) => this.#running.add(this.#run(fetch)),
      reject: (fetch) => this.#end(fetch, tooBusy()),
    });
  }

  /**
   * Resolves when the content is stored here.
   * @throws NodeError `content_not_found`, `peer_content_invalid`, `peer_unreachable`, `payload_too_large`, `too_busy`,
   *   `fetch_cancelled`, `shutting_down`, or the error of the store; the signal's reason
   */
  async fetch(sha256: Buffer, caller: FetchCaller): Promise<void> {
    caller.signal.throwIfAborted();
    if (this.#isStopped) throw shuttingDown('discovery.shuttingDown');
    if (this.#options.store.has(sha256)) return;
    const id = sha256.toString('hex');
    const running = this.#fetches.get(id);
    if (running) {
      const stored = running.join({ ...caller });
      this.#changed();
      return stored;
    }
    const miss = caller.isRetry ? undefined : this.#negativeCache.find(id, this.#sources(sha256));
    if (miss) throw miss;
    const fetch = new CoalescedFetch(sha256, this.#options.clock(), (abandoned) =>
      this.#cancel(abandoned, cancelled()),
    );
    this.#fetches.set(id, fetch);
    this.#failed = this.#failed.filter((failed) => !failed.sha256.equals(sha256));
    const stored = fetch.join({ ...caller });
    this.#queue.add(fetch);
    this.#changed();
    return stored;
  }

  /** Lists running fetches, and failures that were not reported to a caller, oldest first. */
  transfers(): Transfer[] {
    return [...this.#failed, ...this.#fetches.values()].map((fetch) => fetch.describe());
  }

  /** Returns whether a content is being fetched at a fast rate. */
  isFast(sha256: Buffer): boolean {
    return this.#fetches.get(sha256.toString('hex'))?.isFast ?? false;
  }

  /**
   * Ends a transfer for all callers, or dismisses a failed one.
   * @returns false when there is no such transfer
   */
  cancel(id: string): boolean {
    const running = [...this.#fetches.values()].find((fetch) => fetch.id === id);
    if (running) this.#cancel(running, cancelled());
    const before = this.#failed.length;
    this.#failed = this.#failed.filter((fetch) => fetch.id !== id);
    this.#changed();
    return running !== undefined || this.#failed.length < before;
  }

  /** Aborts all transfers, and resolves when none is running; later calls of `fetch` are refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const fetch of this.#fetches.values()) this.#cancel(fetch, shuttingDown('discovery.shuttingDown'));
    await this.#running.settled();
    clearTimeout(this.#timer);
  }

  #sources(sha256: Buffer): FetchSource[] {
    return this.#options.sources(sha256).filter(({ host }) => !this.#cooldown.has(host));
  }

  async #run(fetch: CoalescedFetch): Promise<void> {
    const { sha256 } = fetch;
    const { store } = this.#options;
    if (store.has(sha256)) return this.#end(fetch);
    const all = this.#sources(sha256);
    const indexed = fetch.onlyKnown ? all.filter((source) => source.known) : [];
    const isNarrow = indexed.length > 0;
    const sources = isNarrow ? indexed : all;
    const widening = new AbortController();
    if (isNarrow) this.#narrow.set(fetch, widening);
    try {
      await this.#transfer(fetch, sources, AbortSignal.any([fetch.signal, widening.signal]));
      this.#end(fetch);
    } catch (error) {
      // The content was stored in another way meanwhile.
      if (store.has(sha256)) return this.#end(fetch);
      // A caller that accepts nodes without the content in the index has joined.
      const isWider = widening.signal.aborted || (isNarrow && !fetch.onlyKnown);
      if (isWider && !fetch.signal.aborted) return this.#run(fetch);
      this.#negativeCache.add(sha256.toString('hex'), sources, error);
      this.#end(fetch, error);
    } finally {
      if (this.#narrow.get(fetch) === widening) this.#narrow.delete(fetch);
    }
  }

  #transfer(fetch: CoalescedFetch, sources: readonly FetchSource[], signal: AbortSignal): Promise<void> {
    const { sha256, expectedSize } = fetch;
    const { store, connection, maxBytes, pace, timing = usualTiming, onReceived } = this.#options;
    const transfer = new ContentFetch({
      sha256,
      sources,
      expectedSize,
      maxBytes,
      connection,
      timing,
      store,
      pace,
      lease: () => fetch.lease,
      onReceived,
      onStart: (opened) => {
        fetch.begin(opened);
        this.#changed();
      },
      onChunk: (host, bytes) => {
        fetch.addBytes(host, bytes);
        this.#changed();
      },
      onBusy: (host, forMs) => this.#cooldown.add(host, forMs),
      onWrongContent: (host) => this.#startCooldown(host),
    });
    return transfer.run(signal);
  }

  /** Extends slow fetches to nodes that are not known to have the content. */
  #widenSlow(): void {
    for (const [fetch, widening] of this.#narrow) if (fetch.isSlow && !fetch.onlyKnown) widening.abort();
  }

  #startCooldown(host: string): void {
    this.#cooldown.add(host);
    this.#options.onMisbehaviour(host, 'activity.wrongContent');
  }

  /** Ends a fetch; later callers start a new one. */
  #cancel(fetch: CoalescedFetch, reason: NodeError): void {
    this.#queue.remove(fetch);
    this.#end(fetch, reason);
    fetch.abort(reason);
  }

  /** Ends a fetch with its result. `error` undefined: the content is stored. */
  #end(fetch: CoalescedFetch, error?: unknown): void {
    const id = fetch.sha256.toString('hex');
    if (this.#fetches.get(id) !== fetch) return;
    this.#fetches.delete(id);
    if (fetch.end(error) && error instanceof NodeError) {
      this.#failed = [...this.#failed, fetch].slice(-failuresKept);
    }
    this.#changed();
  }

  #changed(): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#queue.startNext();
      this.#widenSlow();
      this.#options.onChange();
    }, notifyMs).unref();
  }
}
