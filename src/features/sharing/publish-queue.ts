/** What shares one connection: one after the other. `out` brings bytes there, `back` only asks. */
export interface Lane {
  host: string;
  direction: 'out' | 'back';
  /** It holds up no others but such, and stops for one of the same host that is none. */
  isSecondary?: boolean;
}

export interface DeliveriesOptions {
  /** Where a delivery belongs now. */
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

interface Delivery {
  readonly id: string;
  /** As it was when it was begun, or last ended. */
  lane: Lane;
  /** Somebody asked for it just now: it goes on although the background is paused. */
  isAsked: boolean;
  /** It waits for no lane. */
  isUrgent: boolean;
  failures: number;
  /** By the clock of the process, in ms. */
  notBefore: number;
  /** It changed while it ran. */
  again: boolean;
  running: { controller: AbortController; lane: Lane; ended: Promise<void>; since: number } | undefined;
}

const outAtOnce = 2;
/** With those that hardly move. */
const outAtMost = 8;
const usualSlowCheckMs = 1000;

/**
 * Work with other nodes that is tried until it is done: one at a time for each host and direction. Out goes two at once,
 * and more beside those that hardly move.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #deliveries = new Map<string, Delivery>();
  /** Some of these may have been ended, and are about to break off. */
  readonly #running = new Set<Delivery>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** Begins a delivery, or one that waits or runs anew. @param isUrgent it waits for no others */
  begin(id: string, isAsked: boolean, isUrgent = false): void {
    const delivery = this.#deliveries.get(id);
    if (!delivery) {
      const lane = this.#options.laneOf(id);
      this.#deliveries.set(id, {
        ...{ id, lane, isAsked, isUrgent, failures: 0, notBefore: 0, again: false, running: undefined },
      });
    } else {
      delivery.isAsked ||= isAsked;
      delivery.isUrgent ||= isUrgent;
      delivery.failures = 0;
      delivery.notBefore = 0;
      delivery.again = delivery.running !== undefined;
      delivery.lane = this.#options.laneOf(id);
      delivery.running?.controller.abort(new Interrupted());
    }
    this.wake();
  }

  /** It goes no further. */
  end(id: string): void {
    const delivery = this.#deliveries.get(id);
    this.#deliveries.delete(id);
    delivery?.running?.controller.abort(new Interrupted());
  }

  /** It is getting on: earlier failures do not count any more. */
  progressed(id: string): void {
    const delivery = this.#deliveries.get(id);
    if (delivery) delivery.failures = 0;
  }

  /** Those that failed are tried at once. */
  retry(ids: Iterable<string>): void {
    for (const id of ids) {
      const delivery = this.#deliveries.get(id);
      if (delivery) delivery.notBefore = 0;
    }
    this.wake();
  }

  /** What runs with some hosts is broken off and looked at again. */
  restart(isMeant: (host: string) => boolean): void {
    for (const delivery of this.#running) {
      if (!delivery.running || !isMeant(delivery.running.lane.host)) continue;
      this.#interrupt(delivery);
    }
  }

  stateOf(id: string): 'running' | 'paused' | 'waiting' | undefined {
    const delivery = this.#deliveries.get(id);
    if (!delivery) return undefined;
    if (delivery.running) return 'running';
    return this.#isHeld(delivery) ? 'paused' : 'waiting';
  }

  /** Begins what may begin, and breaks off what has to stop. */
  wake(): void {
    if (this.#stopped) return;
    const all = [...this.#deliveries.values()];
    for (const delivery of all) {
      if (delivery.running && this.#isHeld(delivery)) this.#interrupt(delivery);
    }
    // What gave way must not be faster than what it gave way to.
    const secondary = all.filter(({ lane }) => lane.isSecondary);
    for (const delivery of [...all.filter(({ lane }) => !lane.isSecondary), ...secondary]) {
      if (this.#isDue(delivery) && this.#hasLane(delivery)) this.#beginAt(delivery);
    }
    this.#setTimer();
  }

  /** Breaks off everything and resolves when nothing runs. Final. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const running = [...this.#running].flatMap((delivery) => delivery.running ?? []);
    for (const { controller } of running) controller.abort(new Interrupted());
    await Promise.all(running.map(({ ended }) => ended));
  }

  #isHeld({ lane, isAsked, running }: Delivery): boolean {
    return (running?.lane ?? lane).direction === 'out' && !isAsked && this.#options.isPaused();
  }

  #isDue(delivery: Delivery): boolean {
    return !delivery.running && delivery.notBefore <= performance.now() && !this.#isHeld(delivery);
  }

  #hasLane({ lane, isUrgent }: Delivery): boolean {
    if (lane.direction !== 'out' || isUrgent) return true;
    const others = [...this.#running].filter(
      ({ running }) => running?.lane.direction === 'out' && !running.lane.isSecondary === !lane.isSecondary,
    );
    return others.length < outAtMost && others.filter((other) => !this.#isSlow(other)).length < outAtOnce;
  }

  #isSlow({ id, running }: Delivery): boolean {
    return running !== undefined && (this.#options.isSlow?.(id, performance.now() - running.since) ?? false);
  }

  /** Runs it, unless another of its host runs: then it is next. */
  #beginAt(delivery: Delivery): void {
    const { host, direction, isSecondary } = delivery.lane;
    const same = [...this.#running].filter(
      ({ running }) => running?.lane.host === host && running.lane.direction === direction,
    );
    if (same.length === 0) this.#run(delivery);
    else if (!isSecondary) {
      for (const other of same) if (other.running?.lane.isSecondary) this.#interrupt(other);
    }
  }

  #interrupt(delivery: Delivery): void {
    delivery.again = true;
    delivery.running?.controller.abort(new Interrupted());
  }

  #run(delivery: Delivery): void {
    const controller = new AbortController();
    delivery.again = false;
    const { lane } = delivery;
    const ended = this.#options.work(delivery.id, controller.signal).then(
      () => this.#ended(delivery, undefined),
      (error: unknown) => this.#ended(delivery, { error }),
    );
    delivery.running = { controller, lane, ended, since: performance.now() };
    this.#running.add(delivery);
    this.#options.onChange();
  }

  #ended(delivery: Delivery, failure: { error: unknown } | undefined): void {
    const { controller } = delivery.running ?? {};
    delivery.running = undefined;
    this.#running.delete(delivery);
    const isCurrent = this.#deliveries.get(delivery.id) === delivery;
    if (isCurrent && !delivery.again && !(failure && controller?.signal.aborted)) {
      const delay = failure && this.#options.onFailure(delivery.id, failure.error, ++delivery.failures);
      if (delay === undefined) this.#deliveries.delete(delivery.id);
      else delivery.notBefore = performance.now() + delay;
      delivery.lane = this.#options.laneOf(delivery.id);
      // Later nobody waits for it any more.
      delivery.isAsked = false;
      delivery.isUrgent = false;
    }
    this.#options.onChange();
    this.wake();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    const { isSlow, slowCheckMs = usualSlowCheckMs } = this.#options;
    for (const delivery of this.#deliveries.values()) {
      if (delivery.running) continue;
      if (delivery.notBefore > now) next = Math.min(next, delivery.notBefore);
      // What takes up the lanes may have become slow by then.
      else if (isSlow && !this.#isHeld(delivery)) next = Math.min(next, now + slowCheckMs);
    }
    if (next < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.wake(), next - now + 1);
  }
}

/** It was broken off on purpose. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
