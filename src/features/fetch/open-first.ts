import type { Candidates } from './candidates.ts';
import type { FetchOutcome, FetchSource } from './fetch-source.ts';
import type { OpenContent } from './open-content.ts';

const atOnce = 3;

export interface OpenFirstOptions {
  candidates: Candidates;
  open: (source: FetchSource, signal: AbortSignal) => Promise<OpenContent | FetchOutcome>;
  /** Time without a response after which the next node is asked as well. */
  hedgeMs: number;
  signal: AbortSignal;
}

/** Requests a content from one candidate after the other, up to three at once, until one starts to send. */
class OpenRace {
  readonly #options: OpenFirstOptions;
  readonly #end: (winner: OpenContent | undefined) => void;
  readonly #running = new Map<FetchSource, AbortController>();
  #timer: NodeJS.Timeout | undefined;
  #isFinished = false;

  constructor(options: OpenFirstOptions, end: (winner: OpenContent | undefined) => void) {
    this.#options = options;
    this.#end = end;
  }

  start(): void {
    this.#options.signal.addEventListener('abort', this.#giveUp, { once: true });
    if (this.#options.signal.aborted) this.#giveUp();
    else this.#askNext();
  }

  readonly #giveUp = (): void => this.#finish(undefined);

  readonly #askNext = (): void => {
    clearTimeout(this.#timer);
    const source = this.#running.size < atOnce ? this.#options.candidates.next() : undefined;
    if (source) {
      this.#open(source);
      this.#timer = setTimeout(this.#askNext, this.#options.hedgeMs);
    } else if (this.#running.size === 0) this.#finish(undefined);
  };

  async #open(source: FetchSource): Promise<void> {
    const own = new AbortController();
    this.#running.set(source, own);
    const { open, candidates, signal } = this.#options;
    const outcome = await open(source, AbortSignal.any([signal, own.signal]));
    if (this.#isFinished) {
      if (typeof outcome === 'object') await outcome.close();
      return;
    }
    this.#running.delete(source);
    if (typeof outcome === 'object') return this.#finish(outcome);
    candidates.record(source, outcome);
    this.#askNext();
  }

  #finish(winner: OpenContent | undefined): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    clearTimeout(this.#timer);
    this.#options.signal.removeEventListener('abort', this.#giveUp);
    for (const [source, controller] of [...this.#running].reverse()) {
      this.#options.candidates.putBack(source);
      controller.abort();
    }
    this.#end(winner);
  }
}

/** Returns the first candidate that starts to send; undefined when none does, or the signal aborts it. */
export const openFirst = (options: OpenFirstOptions): Promise<OpenContent | undefined> =>
  new Promise((resolve) => new OpenRace(options, resolve).start());
