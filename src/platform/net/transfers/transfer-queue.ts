import type { Awaitable } from '../../../core/concurrency/awaitable.ts';
import type { Logger } from '../../../core/log/logger.ts';

/**
 * The transfers of one key and kind run one after the other. Those of kind `transfer` move bytes, so their number is
 * limited, and they pause with background work; those of kind `request` only send requests.
 */
export interface Lane {
  /** A host, or what else takes one transfer at a time. */
  key: string;
  kind: 'transfer' | 'request';
  /** A secondary transfer delays only other secondary ones, and stops for a primary transfer of the same key. */
  isSecondary?: boolean;
}

export interface TransferQueueOptions {
  /** Returns the current lane of a transfer. */
  laneOf: (id: string) => Lane;
  /** Runs the next step of a transfer; rejects with the signal's reason when aborted. */
  work: (id: string, signal: AbortSignal) => Promise<void>;
  /**
   * Called after a failure.
   * @param failures in a row
   * @returns milliseconds until the next attempt; undefined: no further attempt
   */
  onFailure: (id: string, error: unknown, failures: number) => Awaitable<number | undefined>;
  isPaused: () => boolean;
  logger: Logger;
  /** Returns whether the transfer is slow after this time in ms; other transfers may then run beside it. */
  isSlow?: (id: string, runningMs: number) => boolean;
  /** Interval of that check while others wait. */
  slowCheckMs?: number;
  onChange: () => void;
}

export type QueueState = 'running' | 'paused' | 'waiting';

interface QueuedTransfer {
  readonly id: string;
  /** The lane when it was started, or last ended. */
  lane: Lane;
  /** Requested by a user just now, so it runs although background work is paused. */
  isRequested: boolean;
  /** Runs without waiting for a lane. */
  isUrgent: boolean;
  failures: number;
  /** In ms, by the monotonic clock of the process. */
  notBefore: number;
  /** Whether it was changed while it ran. */
  isRestarted: boolean;
  running: { controller: AbortController; lane: Lane; ended: Promise<void>; since: number } | undefined;
}

const transfersAtOnce = 2;
/** Limit of running transfers, including slow ones. */
const maxTransfers = 8;
const usualSlowCheckMs = 1000;
/** Time until the next attempt when `onFailure` throws. */
const unrecordedPauseMs = 60_000;

/**
 * Runs transfers until they succeed, one for each key and kind. Two move bytes at once, more if some of them are slow.
 */
export class TransferQueue {
  readonly #options: TransferQueueOptions;
  readonly #transfers = new Map<string, QueuedTransfer>();
  /** Some of these may be aborted and about to end. */
  readonly #running = new Set<QueuedTransfer>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isGathering = false;

  constructor(options: TransferQueueOptions) {
    this.#options = options;
  }

  /** Starts or restarts a transfer; an urgent one waits for no others. */
  start(id: string, isRequested: boolean, isUrgent = false): void {
    const transfer = this.#transfers.get(id);
    if (!transfer) {
      const lane = this.#options.laneOf(id);
      this.#transfers.set(id, {
        id,
        lane,
        isRequested,
        isUrgent,
        failures: 0,
        notBefore: 0,
        isRestarted: false,
        running: undefined,
      });
    } else {
      transfer.isRequested ||= isRequested;
      transfer.isUrgent ||= isUrgent;
      transfer.failures = 0;
      transfer.notBefore = 0;
      transfer.isRestarted = transfer.running !== undefined;
      transfer.lane = this.#options.laneOf(id);
      transfer.running?.controller.abort(new Interrupted());
    }
    this.wake();
  }

  /** Starts several transfers, and determines only once which of them may run. */
  batch(starts: () => void): void {
    if (this.#isGathering) return starts();
    this.#isGathering = true;
    try {
      starts();
    } finally {
      this.#isGathering = false;
      this.wake();
    }
  }

  /** Removes a transfer and interrupts it. */
  cancel(id: string): void {
    const transfer = this.#transfers.get(id);
    this.#transfers.delete(id);
    transfer?.running?.controller.abort(new Interrupted());
  }

  /** Resets the failure count of a transfer that makes progress. */
  resetFailures(id: string): void {
    const transfer = this.#transfers.get(id);
    if (transfer) transfer.failures = 0;
  }

  /** Retries transfers that wait after a failure. */
  retry(ids: Iterable<string>): void {
    for (const id of ids) {
      const transfer = this.#transfers.get(id);
      if (transfer) transfer.notBefore = 0;
    }
    this.wake();
  }

  /** Restarts the running transfers of keys for which `matches` returns true. */
  restart(matches: (key: string) => boolean): void {
    for (const transfer of this.#running) {
      if (!transfer.running || !matches(transfer.running.lane.key)) continue;
      this.#interrupt(transfer);
    }
  }

  stateOf(id: string): QueueState | undefined {
    const transfer = this.#transfers.get(id);
    if (!transfer) return undefined;
    if (transfer.running) return 'running';
    return this.#isPaused(transfer) ? 'paused' : 'waiting';
  }

  /** Starts transfers that may run, and interrupts those that must pause. */
  wake(): void {
    if (this.#isStopped || this.#isGathering) return;
    const all = [...this.#transfers.values()];
    for (const transfer of all) if (transfer.running && this.#isPaused(transfer)) this.#interrupt(transfer);
    // A secondary transfer must not restart before the primary one.
    const secondary = all.filter(({ lane }) => lane.isSecondary);
    for (const transfer of [...all.filter(({ lane }) => !lane.isSecondary), ...secondary]) {
      if (this.#isDue(transfer) && this.#hasLane(transfer)) this.#beginAt(transfer);
    }
    this.#setTimer();
  }

  /** Interrupts everything and resolves when nothing runs. Transfers cannot be started afterwards. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const running = [...this.#running].flatMap((transfer) => transfer.running ?? []);
    for (const { controller } of running) controller.abort(new Interrupted());
    await Promise.all(running.map(({ ended }) => ended));
  }

  /** Removes and interrupts all transfers; resolves when none runs. */
  async clear(): Promise<void> {
    const running = [...this.#running].flatMap((transfer) => transfer.running ?? []);
    for (const id of [...this.#transfers.keys()]) this.cancel(id);
    await Promise.all(running.map(({ ended }) => ended));
  }

  #isPaused({ lane, isRequested, running }: QueuedTransfer): boolean {
    return (running?.lane ?? lane).kind === 'transfer' && !isRequested && this.#options.isPaused();
  }

  #isDue(transfer: QueuedTransfer): boolean {
    return !transfer.running && transfer.notBefore <= performance.now() && !this.#isPaused(transfer);
  }

  #hasLane({ lane, isUrgent }: QueuedTransfer): boolean {
    if (lane.kind !== 'transfer' || isUrgent) return true;
    const others = [...this.#running].filter(
      ({ running }) => running?.lane.kind === 'transfer' && !running.lane.isSecondary === !lane.isSecondary,
    );
    return (
      others.length < maxTransfers && others.filter((other) => !this.#isSlow(other)).length < transfersAtOnce
    );
  }

  #isSlow({ id, running }: QueuedTransfer): boolean {
    return running !== undefined && (this.#options.isSlow?.(id, performance.now() - running.since) ?? false);
  }

  /** Runs a transfer, or queues it next if another transfer of its lane runs. */
  #beginAt(transfer: QueuedTransfer): void {
    const { key, kind, isSecondary } = transfer.lane;
    const same = [...this.#running].filter(
      ({ running }) => running?.lane.key === key && running.lane.kind === kind,
    );
    if (same.length === 0) this.#run(transfer);
    else if (!isSecondary) {
      for (const other of same) if (other.running?.lane.isSecondary) this.#interrupt(other);
    }
  }

  #interrupt(transfer: QueuedTransfer): void {
    transfer.isRestarted = true;
    transfer.running?.controller.abort(new Interrupted());
  }

  #run(transfer: QueuedTransfer): void {
    const controller = new AbortController();
    transfer.isRestarted = false;
    const { lane } = transfer;
    const ended = this.#options.work(transfer.id, controller.signal).then(
      () => this.#ended(transfer, undefined),
      (error: unknown) => this.#ended(transfer, { error }),
    );
    transfer.running = { controller, lane, ended, since: performance.now() };
    this.#running.add(transfer);
    this.#options.onChange();
  }

  async #delayAfter(error: unknown, transfer: QueuedTransfer): Promise<number | undefined> {
    transfer.failures += 1;
    try {
      return await this.#options.onFailure(transfer.id, error, transfer.failures);
    } catch (unrecorded) {
      // A full disk, for example, must not end the process.
      this.#options.logger.error({ err: unrecorded }, 'the failure of a transfer could not be recorded');
      return unrecordedPauseMs;
    }
  }

  async #ended(transfer: QueuedTransfer, failure: { error: unknown } | undefined): Promise<void> {
    const { controller } = transfer.running ?? {};
    const isOver = () =>
      this.#transfers.get(transfer.id) === transfer &&
      !transfer.isRestarted &&
      !(failure && controller?.signal.aborted);
    const delay = failure && isOver() ? await this.#delayAfter(failure.error, transfer) : undefined;
    transfer.running = undefined;
    this.#running.delete(transfer);
    // It may have been started again while its failure was recorded.
    if (isOver()) {
      if (delay === undefined) this.#transfers.delete(transfer.id);
      else transfer.notBefore = performance.now() + delay;
      transfer.lane = this.#options.laneOf(transfer.id);
      // Only the first run counts as requested.
      transfer.isRequested = false;
      transfer.isUrgent = false;
    }
    this.#options.onChange();
    this.wake();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    const { isSlow, slowCheckMs = usualSlowCheckMs } = this.#options;
    for (const transfer of this.#transfers.values()) {
      if (transfer.running) continue;
      if (transfer.notBefore > now) next = Math.min(next, transfer.notBefore);
      // Transfers that occupy the lanes may be slow by then.
      else if (isSlow && !this.#isPaused(transfer)) next = Math.min(next, now + slowCheckMs);
    }
    if (next < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.wake(), next - now + 1);
  }
}

class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
