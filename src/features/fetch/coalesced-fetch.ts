import { randomUUID } from 'node:crypto';
import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import type { OpenContent } from './open-content.ts';
import { Progress } from './progress.ts';

/** Whether a person or program waits for it, or this node fetches it of its own accord. */
export type Priority = 'asked' | 'background';

/** Somebody who wants a content. */
export interface Caller {
  priority: Priority;
  /** Only the caller leaves; the fetch goes on while others want it. */
  signal: AbortSignal;
  /** Its size, where the index knows one. */
  expectedSize?: number | undefined;
  /** Where the index knows who has it, nobody else is asked: false claims burden only those who make them. */
  onlyKnown?: boolean;
  /** It is asked for although nobody had it a moment ago, as by a caller who waits between tries. */
  isRetry?: boolean;
  /** A person asked for it not to wait for others. */
  isUrgent?: boolean;
  /** Nobody waits for the answer: a failure stays among the transfers until it is dismissed. */
  showsFailure?: boolean;
}

/** So fast a transfer is after a while, or it counts as slow. */
const BRISK_BYTES_PER_S = 64 * 1024;
const WHILE_MS = 30_000;

/** One content on its way here, for all who want it. */
export class SharedFetch {
  readonly id = randomUUID();
  readonly sha256: Buffer;
  readonly #startedAt: number;
  readonly #onDeserted: (fetch: SharedFetch) => void;
  readonly #controller = new AbortController();
  readonly #callers = new Map<Caller, (error: unknown) => void>();
  readonly #progress = new Progress();
  #opened: Pick<OpenContent, 'total' | 'fileName'> | undefined;
  #host: string | undefined;
  #expectedSize: number | undefined;
  #failure: NodeError | undefined;

  /** @param onDeserted called when the last caller has left */
  constructor(sha256: Buffer, startedAt: number, onDeserted: (fetch: SharedFetch) => void) {
    this.sha256 = sha256;
    this.#startedAt = startedAt;
    this.#onDeserted = onDeserted;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isAsked(): boolean {
    return [...this.#callers.keys()].some(({ priority }) => priority === 'asked');
  }

  get isUrgent(): boolean {
    return [...this.#callers.keys()].some((caller) => caller.isUrgent);
  }

  /** Whether all who want it ask for no more than that. */
  get onlyKnown(): boolean {
    return [...this.#callers.keys()].every(({ onlyKnown }) => onlyKnown);
  }

  get isSlow(): boolean {
    return this.#progress.ageMs > WHILE_MS && this.#progress.rate < BRISK_BYTES_PER_S;
  }

  /** Whether it comes as fast as most do, just now. */
  get isBrisk(): boolean {
    return this.#progress.rate >= BRISK_BYTES_PER_S;
  }

  get expectedSize(): number | undefined {
    return this.#expectedSize;
  }

  /** Resolves when it is stored; rejects with what it failed of, or with the reason of the caller's signal. */
  join(caller: Caller): Promise<void> {
    this.#expectedSize ??= caller.expectedSize;
    const { signal } = caller;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#callers.delete(caller);
        reject(signal.reason);
        if (this.#callers.size === 0) this.#onDeserted(this);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#callers.set(caller, (error) => {
        signal.removeEventListener('abort', leave);
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  }

  /** Ends what runs; the callers have been told. */
  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  begin({ total, fileName, source }: OpenContent): void {
    this.#opened = { total, fileName };
    this.#host = source.host;
    this.#progress.restart();
  }

  came(host: string, bytes: number): void {
    this.#host = host;
    this.#progress.add(bytes);
  }

  /**
   * Tells all callers.
   * @param error undefined: it is stored
   * @returns whether a failure should be shown
   */
  end(error?: unknown): boolean {
    if (error instanceof NodeError) this.#failure = error;
    const callers = [...this.#callers];
    this.#callers.clear();
    for (const [, tell] of callers) tell(error);
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
      message: this.#failure?.message ?? null,
    };
  }
}
