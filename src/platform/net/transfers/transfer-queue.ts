/** Transfers of one lane run one after the other. `out` sends bytes to the host, `back` only requests. */
export interface Lane {
  host: string;
  direction: 'out' | 'back';
  /** It holds up no others but such, and stops for one of the same host that is none. */
  isSecondary?: boolean;
}

export interface TransferQueueOptions {
  /** Where a transfer belongs now. */
  laneOf: (id: string) => Lane;
  /** Does what is next; rejects with the signal's reason when that is aborted. */
  work: (id: string, signal: AbortSignal) => Promise<void>;
  /**
   * It did not work.
   * @param failures in a row
   * @returns after how many milliseconds to try again; undefined: not again
   */
  onFailure: (id: string, error: unknown, failures: number) => number | undefined;
  /** Whether what nobody waits for has to stop. */
  isPaused: () => boolean;
  /** Whether it hardly moves, after so many ms: then others may begin beside it. */
  isSlow?: (id: string, runningMs: number) => boolean;
  /** How often that is asked while others wait. */
  slowCheckMs?: number;
  onChange: () => void;
}

/** How a transfer in the queue stands. */
export type QueueState = 'running' | 'paused' | 'waiting';

interface QueuedTransfer {
  readonly id: string;
  /** As it was when it was begun, or last ended. */
  lane: Lane;
  /** Somebody asked for it just now: it goes on although the background is paused. */
  isRequested: boolean;
  /** It waits for no lane. */
  isUrgent: boolean;
  failures: number;
  /** By the clock of the process, in ms. */
  notBefore: number;
  /** It changed while it ran. */
  isRestarted: boolean;
  running: { controller: AbortController; lane: Lane; ended: Promise<void>; since: number } | undefined;
}

const outAtOnce = 2;
/** With those that hardly move. */
const outAtMost = 8;
const usualSlowCheckMs = 1000;

/**
 * Runs transfers until they succeed, one at a time for each host and direction: two send at once, and more beside slow
 * ones.
 */
export class TransferQueue {
  readonly #options: TransferQueueOptions;
  readonly #transfers = new Map<string, QueuedTransfer>();
  /** Some of these may have been ended, and are about to break off. */
  readonly #running = new Set<QueuedTransfer>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: TransferQueueOptions) {
    this.#options = options;
  }

  /** Starts a transfer, or starts one again that waits or runs. @param isUrgent it waits for no others */
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

  /** Removes a transfer and interrupts it. */
  cancel(id: string): void {
    const transfer = this.#transfers.get(id);
    this.#transfers.delete(id);
    transfer?.running?.controller.abort(new Interrupted());
  }

  /** Forgets earlier failures of a transfer that makes progress. */
  resetFailures(id: string): void {
    const transfer = this.#transfers.get(id);
    if (transfer) transfer.failures = 0;
  }

  /** Tries transfers now that wait after a failure. */
  retry(ids: Iterable<string>): void {
    for (const id of ids) {
      const transfer = this.#transfers.get(id);
      if (transfer) transfer.notBefore = 0;
    }
    this.wake();
  }

  /** Interrupts what runs with some hosts and starts it again. */
  restart(isMeant: (host: string) => boolean): void {
    for (const transfer of this.#running) {
      if (!transfer.running || !isMeant(transfer.running.lane.host)) continue;
      this.#interrupt(transfer);
    }
  }

  stateOf(id: string): QueueState | undefined {
    const transfer = this.#transfers.get(id);
    if (!transfer) return undefined;
    if (transfer.running) return 'running';
    return this.#isHeld(transfer) ? 'paused' : 'waiting';
  }

  /** Starts what may run, and interrupts what has to pause. */
  wake(): void {
    if (this.#isStopped) return;
    const all = [...this.#transfers.values()];
    for (const transfer of all) {
      if (transfer.running && this.#isHeld(transfer)) this.#interrupt(transfer);
    }
    // What gave way must not be faster than what it gave way to.
    const secondary = all.filter(({ lane }) => lane.isSecondary);
    for (const transfer of [...all.filter(({ lane }) => !lane.isSecondary), ...secondary]) {
      if (this.#isDue(transfer) && this.#hasLane(transfer)) this.#beginAt(transfer);
    }
    this.#setTimer();
  }

  /** Interrupts everything and resolves when nothing runs. Final. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const running = [...this.#running].flatMap((transfer) => transfer.running ?? []);
    for (const { controller } of running) controller.abort(new Interrupted());
    await Promise.all(running.map(({ ended }) => ended));
  }

  #isHeld({ lane, isRequested, running }: QueuedTransfer): boolean {
    return (running?.lane ?? lane).direction === 'out' && !isRequested && this.#options.isPaused();
  }

  #isDue(transfer: QueuedTransfer): boolean {
    return !transfer.running && transfer.notBefore <= performance.now() && !this.#isHeld(transfer);
  }

  #hasLane({ lane, isUrgent }: QueuedTransfer): boolean {
    if (lane.direction !== 'out' || isUrgent) return true;
    const others = [...this.#running].filter(
      ({ running }) => running?.lane.direction === 'out' && !running.lane.isSecondary === !lane.isSecondary,
    );
    return others.length < outAtMost && others.filter((other) => !this.#isSlow(other)).length < outAtOnce;
  }

  #isSlow({ id, running }: QueuedTransfer): boolean {
    return running !== undefined && (this.#options.isSlow?.(id, performance.now() - running.since) ?? false);
  }

  /** Runs it, unless another of its host runs: then it is next. */
  #beginAt(transfer: QueuedTransfer): void {
    const { host, direction, isSecondary } = transfer.lane;
    const same = [...this.#running].filter(
      ({ running }) => running?.lane.host === host && running.lane.direction === direction,
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

  #ended(transfer: QueuedTransfer, failure: { error: unknown } | undefined): void {
    const { controller } = transfer.running ?? {};
    transfer.running = undefined;
    this.#running.delete(transfer);
    const isCurrent = this.#transfers.get(transfer.id) === transfer;
    if (isCurrent && !transfer.isRestarted && !(failure && controller?.signal.aborted)) {
      const delay = failure && this.#options.onFailure(transfer.id, failure.error, ++transfer.failures);
      if (delay === undefined) this.#transfers.delete(transfer.id);
      else transfer.notBefore = performance.now() + delay;
      transfer.lane = this.#options.laneOf(transfer.id);
      // Later nobody waits for it any more.
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
      // What takes up the lanes may have become slow by then.
      else if (isSlow && !this.#isHeld(transfer)) next = Math.min(next, now + slowCheckMs);
    }
    if (next < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.wake(), next - now + 1);
  }
}

/** The reason of an interruption on purpose. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
