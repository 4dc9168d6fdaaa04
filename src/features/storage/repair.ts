import type { Clock } from '../../core/clock.ts';
import { backoffMs } from '../../core/concurrency/backoff.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { DamageRepository, DamageRow } from './repository/damage-repository.ts';

/** Reports whether background work with other nodes is paused. */
export interface BackgroundPause {
  /** Returns the reasons of a pause; empty: not paused. */
  pausedBy(): readonly string[];
  /** @returns a function that ends it */
  onChange(listener: () => void): () => void;
}

/** Source of damaged and missing contents. */
export interface RepairSource {
  /** Fetches a content from other nodes and stores it. @throws NodeError with the reason of the failure */
  fetch: (sha256: Buffer, signal: AbortSignal, lease: Lease | undefined) => Promise<void>;
  background: BackgroundPause;
}

export interface RepairOptions {
  damages: DamageRepository;
  clock: Clock;
  onChange: () => void;
  onError: (error: unknown) => void;
}

const firstDelayMs = 60_000;
const longestDelayMs = 6 * 3600 * 1000;
/** Longer waits are split, because clocks step and computers sleep. */
const longestTimerMs = 3600 * 1000;

/** Fetches damaged and missing contents from other nodes, one at a time, until they are repaired. */
export class Repair {
  readonly #options: RepairOptions;
  #current: { sha256: Buffer; ending: AbortController } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Set while the repair runs. */
  #source: RepairSource | undefined;
  #unfollow: () => void = () => {};
  /** That of the repair while it runs. */
  #lease: Lease | undefined;

  constructor(options: RepairOptions) {
    this.#options = options;
  }

  start(source: RepairSource, lease?: Lease): void {
    const { damages, clock, onError } = this.#options;
    const { background } = source;
    this.#source = source;
    this.#lease = lease;
    this.#unfollow = background.onChange(() => {
      if (background.pausedBy().length > 0) this.#current?.ending.abort(stopped());
      else this.wake();
    });
    this.#running = damages
      .notAfter(clock() + longestDelayMs, lease)
      .catch(onError)
      .then(() => {
        this.#running = undefined;
        this.wake();
      });
  }

  /** Aborts the running fetch and waits for its end. */
  async stop(): Promise<void> {
    this.#source = undefined;
    this.#unfollow();
    clearTimeout(this.#timer);
    this.#current?.ending.abort(stopped());
    await this.#running;
  }

  /** Resumes repairs after new damage or a pause. */
  wake(): void {
    if (this.#running || !this.#source) return;
    clearTimeout(this.#timer);
    this.#running = this.#run()
      .catch((error: unknown) => {
        this.#options.onError(error);
        this.#wakeIn(longestTimerMs);
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Aborts the repair of a removed content. */
  contentRemoved(sha256: Buffer): void {
    if (this.#current?.sha256.equals(sha256)) this.#current.ending.abort(stopped());
  }

  async #run(): Promise<void> {
    const { damages, clock } = this.#options;
    while (this.#source && this.#source.background.pausedBy().length === 0) {
      const next = damages.next();
      if (!next) return;
      const wait = next.nextAttempt - clock();
      if (wait > 0) {
        this.#wakeIn(Math.min(wait, longestTimerMs));
        return;
      }
      await this.#repair(next, this.#source);
    }
  }

  async #repair({ sha256, attempts }: DamageRow, { fetch }: RepairSource): Promise<void> {
    const { damages, clock, onChange, onError } = this.#options;
    const ending = new AbortController();
    this.#current = { sha256, ending };
    let failure = message('storage.notRepaired');
    try {
      await fetch(sha256, ending.signal, this.#lease);
    } catch (error) {
      if (error instanceof NodeError) failure = error.text;
      else if (!ending.signal.aborted) onError(error);
    }
    this.#current = undefined;
    if (ending.signal.aborted || damages.get(sha256) === undefined) return;
    const delay = backoffMs(attempts + 1, firstDelayMs, longestDelayMs);
    await damages.failed({ sha256, nextAttempt: clock() + delay, message: failure }, this.#lease);
    onChange();
  }

  #wakeIn(ms: number): void {
    this.#timer = setTimeout(() => this.wake(), ms).unref();
  }
}

const stopped = (): NodeError => new NodeError('fetch_cancelled', 'storage.repairStopped');
