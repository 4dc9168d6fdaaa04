import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import type { BlobStore } from '../../platform/blobs/store/blob-store.ts';
import type { StoreCheckRepository, StoreCheckState } from './repository/store-check-repository.ts';

/** Speed and interval of the check of all stored files. */
export interface ScrubPace {
  /** Bytes per second; 0: only on request. */
  bytesPerSecond: number;
  days: number;
}

export interface StoreScrubOptions {
  rows: StoreCheckRepository;
  blobs: Pick<BlobStore, 'verify'>;
  /** Inspects a content that may be damaged. */
  inspect: (sha256: Buffer, lease: Lease | undefined) => Promise<unknown>;
  contents: () => number;
  pace: ScrubPace;
  clock: Clock;
  onChange: () => void;
  onError: (error: unknown) => void;
}

/** Progress of the check; times in milliseconds. */
export interface ScrubProgress {
  state: 'idle' | 'running' | 'off';
  /** Whether the owner started it and may end it. */
  asked: boolean;
  beganAt: number | null;
  verified: number;
  contents: number;
  finishedAt: number | null;
  nextAt: number | null;
}

const dayMs = 24 * 3600 * 1000;
const longestTimerMs = 3600 * 1000;
/** Delays the first check until the node has started. */
const firstRestMs = 60_000;
const pageSize = 128;
/** Limits the progress that a crash loses. */
const writeEveryMs = 15_000;
/** Checking a small file costs as much as reading this many bytes. */
const minCost = 256 * 1024;
/** Shortest pause; shorter ones add up, so that small files do not cause many. */
const restMs = 2000;
const askedBytesPerSecond = 64 * 1024 * 1024;

/**
 * Hashes all stored files continuously, in the order of hashes and at a limited pace. The position is saved, so that a
 * restart continues there.
 */
export class StoreScrub {
  readonly #options: StoreScrubOptions;
  #pace: ScrubPace;
  #state: StoreCheckState;
  #notBefore = 0;
  #ending = new AbortController();
  #runs: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  /** That of the check while it runs. */
  #lease: Lease | undefined;

  constructor(options: StoreScrubOptions) {
    this.#options = options;
    this.#pace = options.pace;
    this.#state = options.rows.read();
  }

  start(lease?: Lease): void {
    this.#lease = lease;
    this.#notBefore = this.#options.clock() + firstRestMs;
    // Another process may have gone on since.
    this.#state = this.#options.rows.read();
    this.#started = true;
    this.#continue();
  }

  /** Stops, even in the middle of a file, and saves the position. */
  async stop(): Promise<void> {
    this.#started = false;
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#runs;
  }

  setPace(pace: ScrubPace): void {
    this.#pace = pace;
    this.#continue();
  }

  /** Starts a faster check of everything now. */
  begin(): Promise<void> {
    const { clock, rows } = this.#options;
    return this.#change({ ...rows.read(), beganAt: clock(), asked: true, after: null, verified: 0 });
  }

  /** Ends a check that the owner started; the next one begins a day later at the earliest. */
  async end(): Promise<void> {
    if (!this.#state.asked) return;
    const notBefore = this.#options.clock() + dayMs;
    await this.#change({ ...this.#state, beganAt: null, asked: false, after: null, notBefore });
  }

  progress(): ScrubProgress {
    if (!this.#started) this.#state = this.#options.rows.read();
    const { asked, beganAt, verified, finishedAt } = this.#state;
    const isOff = this.#isOff();
    return {
      state: isOff ? 'off' : this.#isResting() ? 'idle' : 'running',
      asked,
      beganAt,
      verified,
      contents: this.#options.contents(),
      finishedAt,
      nextAt: isOff || beganAt !== null ? null : this.#dueAt(),
    };
  }

  #isOff(): boolean {
    return this.#pace.bytesPerSecond === 0 && !this.#state.asked;
  }

  #isResting(): boolean {
    return this.#state.beganAt === null || (!this.#state.asked && this.#options.clock() < this.#notBefore);
  }

  async #change(state: StoreCheckState): Promise<void> {
    this.#state = state;
    this.#continue();
    await this.#options.rows.write(state, [], this.#lease);
    this.#options.onChange();
  }

  /** Continues the check with the current state and pace. */
  #continue(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
    if (!this.#started) return;
    const { signal } = (this.#ending = new AbortController());
    this.#runs = this.#runs
      .then(() => this.#run(signal))
      .catch((error: unknown) => {
        if (signal.aborted) return;
        this.#options.onError(error);
        this.#continueIn(longestTimerMs);
      });
  }

  #continueIn(ms: number): void {
    this.#timer = setTimeout(() => this.#continue(), Math.min(ms, longestTimerMs)).unref();
  }

  #dueAt(): number {
    const { finishedAt, notBefore } = this.#state;
    const now = this.#options.clock();
    // A clock that was ahead must not postpone the check for ever.
    const due = Math.min((finishedAt ?? 0) + this.#pace.days * dayMs, now + this.#pace.days * dayMs);
    return Math.max(due, Math.min(notBefore, now + dayMs), this.#notBefore);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, rows, onChange } = this.#options;
    if (signal.aborted || this.#isOff()) return;
    const wait = this.#state.asked
      ? 0
      : (this.#state.beganAt === null ? this.#dueAt() : this.#notBefore) - clock();
    if (wait > 0) {
      this.#continueIn(wait);
      return;
    }
    this.#state.beganAt ??= clock();
    await this.#check(signal);
    if (signal.aborted) return;
    this.#state = { ...this.#state, beganAt: null, asked: false, after: null, finishedAt: clock() };
    await rows.write(this.#state, [], this.#lease);
    onChange();
    this.#continueIn(this.#dueAt() - clock());
  }

  /** Checks everything from the saved position on. */
  async #check(signal: AbortSignal): Promise<void> {
    const { rows, clock, onChange } = this.#options;
    const intact: { sha256: Buffer; at: number }[] = [];
    let writtenAt = clock();
    const write = async () => {
      await rows.write(this.#state, intact.splice(0), this.#lease);
      writtenAt = clock();
      onChange();
    };
    let debt = 0;
    try {
      for (;;) {
        const page = rows.page(this.#state.after ?? Buffer.alloc(0), pageSize);
        if (page.length === 0) return;
        for (const { sha256, size, verifiedAt } of page) {
          if (this.#isDue(verifiedAt)) {
            if (await this.#isIntact(sha256, signal)) intact.push({ sha256, at: clock() });
            debt += Math.max(0, minCost - size);
          }
          if (signal.aborted) return;
          this.#state = { ...this.#state, after: sha256, verified: this.#state.verified + 1 };
          if (intact.length >= pageSize || Math.abs(clock() - writtenAt) > writeEveryMs) await write();
          debt = await this.#pauseFor(debt, signal);
        }
        await delay(20, undefined, { signal, ref: false });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await write();
    }
  }

  #bytesPerSecond(): number {
    const { bytesPerSecond } = this.#pace;
    return this.#state.asked ? Math.max(bytesPerSecond, askedBytesPerSecond) : bytesPerSecond;
  }

  /** Skips contents that were checked recently, except in a check that the owner started. */
  #isDue(verifiedAt: number | null): boolean {
    const { asked, beganAt } = this.#state;
    const now = this.#options.clock();
    if (verifiedAt === null || verifiedAt > now) return true;
    return verifiedAt < (asked ? (beganAt ?? now) : now - (this.#pace.days * dayMs) / 2);
  }

  async #isIntact(sha256: Buffer, signal: AbortSignal): Promise<boolean> {
    const { blobs, inspect } = this.#options;
    const { ok } = await blobs.verify(sha256, { signal, bytesPerSecond: this.#bytesPerSecond() });
    if (!ok && !signal.aborted) await inspect(sha256, this.#lease);
    return ok;
  }

  /** Pauses once enough bytes were read, and returns the read bytes that still count towards the next pause. */
  async #pauseFor(debt: number, signal: AbortSignal): Promise<number> {
    const ms = (debt / this.#bytesPerSecond()) * 1000;
    if (ms < restMs) return debt;
    await delay(ms, undefined, { signal, ref: false });
    return 0;
  }
}
