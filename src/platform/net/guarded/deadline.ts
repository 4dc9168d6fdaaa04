import { PeerError } from '../failures/peer-error.ts';

/** Ends a request when time is up or when its caller gives up. */
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

  /** So much time from now on. */
  extend(timeoutMs: number): void {
    this.hold();
    if (this.#ended) return;
    this.#timer = setTimeout(() => this.#controller.abort(new PeerError('timeout')), timeoutMs);
  }

  /** No limit until it is extended: it is not the other side that is waited for. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Leaves nothing behind on the caller's signal. */
  end(): void {
    this.#ended = true;
    this.hold();
    this.#caller.removeEventListener('abort', this.#giveUp);
  }
}
