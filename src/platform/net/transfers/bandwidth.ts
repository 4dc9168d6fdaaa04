/** Waits until this number of bytes may be sent; returns undefined if no wait is needed. */
export type Pace = (bytes: number, signal?: AbortSignal) => Promise<void> | undefined;

/** Bytes that each waiting transfer gets in its turn. */
const quantum = 16 * 1024;
/** Shorter waits need no timer. */
const shortestWaitMs = 5;
/** Bytes that may be sent at once after an idle time, in seconds of the limit. */
const burstS = 0.25;

interface Waiting {
  bytes: number;
  go: () => void;
}

/** Limits bytes per second, distributed evenly to all waiting transfers. Uses no timer while there is no limit. */
export class BandwidthLimit {
  #perSecond: number | undefined;
  #available = 0;
  #countedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: Waiting[] = [];

  /** @param perSecond bytes; undefined: no limit */
  constructor(perSecond?: number) {
    this.set(perSecond);
  }

  /** Applies a limit in bytes per second immediately, to waiting transfers too; undefined: none. */
  set(perSecond: number | undefined): void {
    this.#count();
    const wasUnlimited = this.#perSecond === undefined;
    this.#perSecond = perSecond;
    this.#available = wasUnlimited ? this.#burst() : Math.min(this.#available, this.#burst());
    this.#serve();
  }

  get isSet(): boolean {
    return this.#perSecond !== undefined;
  }

  /** Callers take turns in small chunks; an aborted signal ends the waiting with its reason. */
  readonly pace: Pace = (bytes, signal) => {
    if (this.#perSecond === undefined) return undefined;
    this.#count();
    if (this.#waiting.length === 0 && this.#available >= bytes) {
      this.#available -= bytes;
      return undefined;
    }
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
        this.#serve();
      };
      const go = (): void => {
        signal?.removeEventListener('abort', abandon);
        resolve();
      };
      const waiting: Waiting = { bytes, go };
      signal?.addEventListener('abort', abandon, { once: true });
      this.#waiting.push(waiting);
      this.#serve();
    });
  };

  #burst(): number {
    return Math.max(quantum, (this.#perSecond ?? 0) * burstS);
  }

  /** Adds the bytes allowed since the last call. */
  #count(): void {
    const now = performance.now();
    const seconds = (now - this.#countedAt) / 1000;
    this.#countedAt = now;
    if (this.#perSecond === undefined) return;
    this.#available = Math.min(this.#burst(), this.#available + seconds * this.#perSecond);
  }

  /** Distributes the available bytes to waiting transfers in turn. */
  #serve(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#count();
    const perSecond = this.#perSecond;
    if (perSecond === undefined) {
      for (const { go } of this.#waiting.splice(0)) go();
      return;
    }
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const portion = Math.min(quantum, next.bytes);
      if (this.#available < portion) {
        const wait = ((portion - this.#available) / perSecond) * 1000;
        this.#timer = setTimeout(() => this.#serve(), Math.max(shortestWaitMs, wait));
        return;
      }
      this.#available -= portion;
      next.bytes -= portion;
      this.#waiting.shift();
      if (next.bytes > 0) this.#waiting.push(next);
      else next.go();
    }
  }
}

/** Limits in bytes per second; undefined: none. */
export interface BandwidthLimits {
  down: number | undefined;
  up: number | undefined;
}

/** Limits all traffic with other computers; the limits may change at any time. */
export class Bandwidth {
  readonly #down = new BandwidthLimit();
  readonly #up = new BandwidthLimit();
  readonly down = this.#down.pace;
  readonly up = this.#up.pace;

  constructor(limits: BandwidthLimits) {
    this.set(limits);
  }

  /** Limits sent bytes; undefined without a limit. */
  get limitedUp(): Pace | undefined {
    return this.#up.isSet ? this.#up.pace : undefined;
  }

  set({ down, up }: BandwidthLimits): void {
    this.#down.set(down);
    this.#up.set(up);
  }
}
