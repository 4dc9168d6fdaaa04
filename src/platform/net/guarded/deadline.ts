import { PeerError } from '../failures/peer-error.ts';

/** Aborts a request on a timeout or when its caller aborts it. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
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

  end(): void {
    this.#ended = true;
    this.hold();
    this.#caller.removeEventListener('abort', this.#giveUp);
  }
}
