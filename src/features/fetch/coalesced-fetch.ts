import { randomUUID } from 'node:crypto';
import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import { toTimestamp } from '../../core/clock.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import { TransferProgress } from '../../platform/net/transfers/transfer-progress.ts';
import { fastBytesPerS } from './fetch-source.ts';
import type { OpenContent } from './open-content.ts';

/** Whether a person or program waits for the fetch, or only this node started it. */
export type Priority = 'foreground' | 'background';

/** A caller that requests a content. */
export interface FetchCaller {
  priority: Priority;
  /** Ends only this caller's wait; the fetch continues for other callers. */
  signal: AbortSignal;
  /** The size according to the index, if known. */
  expectedSize?: number | undefined;
  /**
   * Whether to ask only nodes that have the content according to the index, so that a false claim causes requests only
   * to the node that made it.
   */
  onlyKnown?: boolean;
  /** Whether to ignore a recent failure, because the caller itself waits between attempts. */
  isRetry?: boolean;
  /** Whether it bypasses the queue, because a person waits for it. */
  isUrgent?: boolean;
  /** Whether a failure is shown among the transfers until it is dismissed, because no caller waits for the result. */
  showsFailure?: boolean;
  /** That of the job for which the content is fetched. */
  lease?: Lease | undefined;
}

/** After this time a transfer that is not fast counts as slow. */
const slowAfterMs = 30_000;

/** Fetches one content for all callers that request it. */
export class CoalescedFetch {
  readonly id = randomUUID();
  readonly sha256: Buffer;
  readonly #startedAt: number;
  readonly #onAbandoned: (fetch: CoalescedFetch) => void;
  readonly #controller = new AbortController();
  readonly #callers = new Map<FetchCaller, (error: unknown) => void>();
  readonly #progress = new TransferProgress();
  #opened: Pick<OpenContent, 'total' | 'fileName'> | undefined;
  #host: string | undefined;
  #expectedSize: number | undefined;
  #failure: NodeError | undefined;

  /** @param onAbandoned called when the last caller has left */
  constructor(sha256: Buffer, startedAt: number, onAbandoned: (fetch: CoalescedFetch) => void) {
    this.sha256 = sha256;
    this.#startedAt = startedAt;
    this.#onAbandoned = onAbandoned;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isForeground(): boolean {
    return [...this.#callers.keys()].some(({ priority }) => priority === 'foreground');
  }

  get isUrgent(): boolean {
    return [...this.#callers.keys()].some((caller) => caller.isUrgent);
  }

  /** Returns whether all callers ask only nodes that are known to have the content. */
  get onlyKnown(): boolean {
    return [...this.#callers.keys()].every(({ onlyKnown }) => onlyKnown);
  }

  /** Returns the lease of the job for which alone the content is fetched, if any. */
  get lease(): Lease | undefined {
    const leases = new Set([...this.#callers.keys()].map(({ lease }) => lease));
    return leases.size === 1 ? [...leases][0] : undefined;
  }

  get isSlow(): boolean {
    return this.#progress.ageMs > slowAfterMs && this.#progress.rate < fastBytesPerS;
  }

  /** Returns whether the transfer is fast at the moment. */
  get isFast(): boolean {
    return this.#progress.rate >= fastBytesPerS;
  }

  get expectedSize(): number | undefined {
    return this.#expectedSize;
  }

  /** Resolves when the content is stored; rejects with the failure, or with the reason of the caller's signal. */
  join(caller: FetchCaller): Promise<void> {
    this.#expectedSize ??= caller.expectedSize;
    const { signal } = caller;
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.#callers.delete(caller);
        reject(signal.reason);
        if (this.#callers.size === 0) this.#onAbandoned(this);
      };
      signal.addEventListener('abort', abandon, { once: true });
      this.#callers.set(caller, (error) => {
        signal.removeEventListener('abort', abandon);
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  }

  /** Ends the transfer after its callers were settled. */
  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  begin({ total, fileName, source }: OpenContent): void {
    this.#opened = { total, fileName };
    this.#host = source.host;
    this.#progress.restart();
  }

  addBytes(host: string, bytes: number): void {
    this.#host = host;
    this.#progress.add(bytes);
  }

  /**
   * Settles all callers.
   * @param error undefined: the content is stored
   * @returns whether a failure should be shown
   */
  end(error?: unknown): boolean {
    if (error instanceof NodeError) this.#failure = error;
    const callers = [...this.#callers];
    this.#callers.clear();
    for (const [, settle] of callers) settle(error);
    return callers.some(([{ showsFailure }]) => showsFailure);
  }

  describe(): Transfer {
    return {
      id: this.id,
      kind: 'fetch',
      content_id: contentIdOf(this.sha256),
      name: this.#opened?.fileName ?? null,
      host: this.#host ?? null,
      state: this.#failure ? 'failed' : this.#host === undefined ? 'waiting' : 'running',
      bytes_done: this.#progress.done,
      bytes_total: this.#opened?.total ?? this.#expectedSize ?? null,
      bytes_per_s: this.#failure ? 0 : Math.round(this.#progress.rate),
      started_at: toTimestamp(this.#startedAt),
      message: this.#failure?.text ?? null,
    };
  }
}
