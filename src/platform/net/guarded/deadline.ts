import { PeerError } from '../failures/peer-error.ts';

/** Aborts a request on a timeout or when its caller aborts it. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #giveUp = (): void => this.#controller.abort(this.#caller.reason);
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(timeoutMs: number, caller: AbortSignal) {
    this.#caller = caller;
    caller.addEventListener('abort', this.#giveUp, { once: true });
    if (caller.aborted) this.#giveUp();
    this.extend(timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Sets the time limit from now on. */
  extend(timeoutMs: number): void {
    this.hold();
    if (this.#ended) return;
    this.#timer = setTimeout(() => this.#controller.abort(new PeerError('timeout')), timeoutMs);
  }

  /** Suspends the limit until it is extended, while this node is the slow side. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Clears the timer and removes the listener from the caller's signal. */
  end(): void {
    this.#ended = true;
    this.hold();
    this.#caller.removeEventListener('abort', this.#giveUp);
  }
}
