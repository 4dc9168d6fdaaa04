/** Calls a function at once, and once more after the interval if it was requested again meanwhile. */
export class Throttle {
  readonly #call: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(call: () => void, ms: number) {
    this.#call = call;
    this.#ms = ms;
  }

  readonly request = (): void => {
    if (this.#timer) {
      this.#isWanted = true;
      return;
    }
    this.#isWanted = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isWanted) this.request();
    }, this.#ms).unref();
    this.#call();
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
