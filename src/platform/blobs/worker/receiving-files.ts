import { TransientSet } from '../../../core/concurrency/transient-set.ts';

/** Time in ms after which an upload counts as the only one: a client that sends two at a time has pauses. */
const aloneAfterMs = 1000;

/** The files that have blocks of memory for the worker. */
export class ReceivingFiles {
  readonly #files = new TransientSet<object>();
  readonly #now: () => number;
  #sharedAt = Number.NEGATIVE_INFINITY;

  /** @param now in ms */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Adds a file; returns whether no other has received bytes for a second. */
  add(file: object): boolean {
    this.#files.add(file);
    const now = this.#now();
    if (this.#files.size > 1) this.#sharedAt = now;
    return now - this.#sharedAt > aloneAfterMs;
  }

  delete(file: object): void {
    this.#files.delete(file);
  }
}
