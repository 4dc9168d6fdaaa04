import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { Clock } from '../../core/clock.ts';
import { Running } from '../../core/concurrency/task-tracker.ts';
import { NodeError } from '../../core/node-error.ts';
import type { Pace } from '../../platform/net/bandwidth.ts';
import { type Caller, SharedFetch } from './coalesced-fetch.ts';
import { ContentFetch, type FetchStore, type FetchTiming } from './content-fetch.ts';
import { FetchQueue } from './fetch-queue.ts';
import type { FetchSource } from './fetch-source.ts';
import { LeftAlone } from './left-alone.ts';
import { Misses } from './misses.ts';
import type { Asking } from './open-content.ts';

const usualTiming: FetchTiming = { hedgeMs: 300, retryMs: 1000, briskMs: 15_000 };
/** Changes are told this often at most. */
const TELL_MS = 250;
const FAILURES_KEPT = 20;

export interface RemoteFetchOptions {
  /** The nodes that may be asked for a content, best first. */
  sources: (sha256: Buffer) => readonly FetchSource[];
  store: FetchStore;
  asking: Asking;
  /** The largest content that is taken. */
  maxBytes: number;
  /** The limit on what is received. */
  pace: Pace;
  clock: Clock;
  /** Called when what `transfers` answers has changed, four times a second at most. */
  onChange: () => void;
  /** So many bytes of a content that is stored now came from this node. */
  onReceived: (host: string, bytes: number) => void;
  /** A node sent what it must not; `reason` is for a person. */
  onMisbehaved: (host: string, reason: string) => void;
  timing?: FetchTiming;
}

const cancelled = (): NodeError =>
  new NodeError('fetch_cancelled', 'The transfer was cancelled. Ask again if the content is still wanted.');
const tooBusy = (): NodeError =>
  new NodeError('too_busy', 'Many contents are being fetched from other nodes. Try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });
const shuttingDown = (): NodeError =>
  new NodeError('shutting_down', 'The node is shutting down. Try again when it is back.');

/** Brings contents from other nodes (protocol, 3.10 and 7): one transfer per content, whoever wants it. */
export class RemoteFetch {
  readonly #options: RemoteFetchOptions;
  readonly #fetches = new Map<string, SharedFetch>();
  readonly #queue: FetchQueue<SharedFetch>;
  readonly #running = new Running();
  readonly #leftAlone: LeftAlone;
  readonly #misses: Misses;
  /** What only those are asked for that claim to have it. */
  readonly #narrow = new Map<SharedFetch, AbortController>();
  /** Oldest first. */
  #failed: SharedFetch[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RemoteFetchOptions) {
    this.#options = options;
    this.#leftAlone = new LeftAlone(options.clock);
    this.#misses = new Misses(options.clock);
    this.#queue = new FetchQueue({
      begin: (fetch) => this.#running.add(this.#run(fetch)),
      refuse: (fetch) => this.#end(fetch, tooBusy()),
    });
  }

  /**
   * Resolves when the content is stored here.
   * @throws NodeError `content_not_found`, `peer_content_invalid`, `peer_unreachable`, `payload_too_large`,
   * `too_busy`, `fetch_cancelled`, `shutting_down`, or what the store can't keep it for; the signal's reason
   */
  async fetch(sha256: Buffer, caller: Caller): Promise<void> {
    caller.signal.throwIfAborted();
    if (this.#isStopped) throw shuttingDown();
    if (this.#options.store.has(sha256)) return;
    const id = sha256.toString('hex');
    const running = this.#fetches.get(id);
    if (running) {
      const stored = running.join({ ...caller });
      this.#changed();
      return stored;
    }
    const miss = caller.isRetry ? undefined : this.#misses.find(id, this.#sources(sha256));
    if (miss) throw miss;
    const fetch = new SharedFetch(sha256, this.#options.clock(), (deserted) =>
      this.#cancel(deserted, cancelled()),
    );
    this.#fetches.set(id, fetch);
    this.#failed = this.#failed.filter((failed) => !failed.sha256.equals(sha256));
    const stored = fetch.join({ ...caller });
    this.#queue.enter(fetch);
    this.#changed();
    return stored;
  }

  /** What is on its way, and what failed and nobody was told of, oldest first. */
  transfers(): Transfer[] {
    return [...this.#failed, ...this.#fetches.values()].map((fetch) => fetch.describe());
  }

  /** Whether a content comes, and as fast as most do. */
  isBrisk(sha256: Buffer): boolean {
    return this.#fetches.get(sha256.toString('hex'))?.isBrisk ?? false;
  }

  /** Ends a transfer for all who want it, or dismisses a failed one. @returns false when there is no such transfer */
  cancel(id: string): boolean {
    const running = [...this.#fetches.values()].find((fetch) => fetch.id === id);
    if (running) this.#cancel(running, cancelled());
    const before = this.#failed.length;
    this.#failed = this.#failed.filter((fetch) => fetch.id !== id);
    this.#changed();
    return running !== undefined || this.#failed.length < before;
  }

  /** Breaks off everything and resolves when nothing is under way. Final. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const fetch of this.#fetches.values()) this.#cancel(fetch, shuttingDown());
    await this.#running.settled();
    clearTimeout(this.#timer);
  }

  #sources(sha256: Buffer): FetchSource[] {
    return this.#options.sources(sha256).filter(({ host }) => !this.#leftAlone.has(host));
  }

  async #run(fetch: SharedFetch): Promise<void> {
    const { sha256 } = fetch;
    const { store } = this.#options;
    if (store.has(sha256)) return this.#end(fetch);
    const all = this.#sources(sha256);
    const known = fetch.onlyKnown ? all.filter((source) => source.known) : [];
    const sources = known.length > 0 ? known : all;
    const widening = new AbortController();
    if (sources === known) this.#narrow.set(fetch, widening);
    try {
      await this.#transfer(fetch, sources, AbortSignal.any([fetch.signal, widening.signal]));
      this.#end(fetch);
    } catch (error) {
      // It came by other means meanwhile.
      if (store.has(sha256)) return this.#end(fetch);
      // Somebody who wants more has joined.
      const isWider = widening.signal.aborted || (sources === known && !fetch.onlyKnown);
      if (isWider && !fetch.signal.aborted) return this.#run(fetch);
      this.#misses.add(sha256.toString('hex'), sources, error);
      this.#end(fetch, error);
    } finally {
      if (this.#narrow.get(fetch) === widening) this.#narrow.delete(fetch);
    }
  }

  #transfer(fetch: SharedFetch, sources: readonly FetchSource[], signal: AbortSignal): Promise<void> {
    const { sha256, expectedSize } = fetch;
    const { store, asking, maxBytes, pace, timing = usualTiming, onReceived } = this.#options;
    const transfer = new ContentFetch({
      ...{ sha256, sources, expectedSize, maxBytes, asking, timing, store, pace, onReceived },
      onBegin: (opened) => {
        fetch.begin(opened);
        this.#changed();
      },
      onPiece: (host, bytes) => {
        fetch.came(host, bytes);
        this.#changed();
      },
      onBusy: (host, forMs) => this.#leftAlone.add(host, forMs),
      onLied: (host) => this.#shun(host),
    });
    return transfer.run(signal);
  }

  /** Who asks does not wait for those that hardly send, where others may have it. */
  #widenSlow(): void {
    for (const [fetch, widening] of this.#narrow) if (fetch.isSlow && !fetch.onlyKnown) widening.abort();
  }

  #shun(host: string): void {
    this.#leftAlone.add(host);
    this.#options.onMisbehaved(
      host,
      'It sent something else under a content id. For an hour it is not asked for contents.',
    );
  }

  /** Nobody waits for the remains of it: who wants it now begins anew. */
  #cancel(fetch: SharedFetch, reason: NodeError): void {
    this.#queue.leave(fetch);
    this.#end(fetch, reason);
    fetch.abort(reason);
  }

  /** @param error undefined: it is stored */
  #end(fetch: SharedFetch, error?: unknown): void {
    const id = fetch.sha256.toString('hex');
    if (this.#fetches.get(id) !== fetch) return;
    this.#fetches.delete(id);
    if (fetch.end(error) && error instanceof NodeError) {
      this.#failed = [...this.#failed, fetch].slice(-FAILURES_KEPT);
    }
    this.#changed();
  }

  #changed(): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#queue.beginNext();
      this.#widenSlow();
      this.#options.onChange();
    }, TELL_MS).unref();
  }
}
