import { TransientMap } from './transient-map.ts';
import { TransientSet } from './transient-set.ts';

/** Runs abortable tasks in groups: `abort` aborts all tasks of a key. */
export class AbortGroup {
  readonly #running = new TransientMap<string, TransientSet<AbortController>>();

  /** @param task gets a signal that `abort` or `signal` aborts */
  async run<T>(
    key: string,
    signal: AbortSignal | undefined,
    task: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const own = new AbortController();
    const running = this.#running.get(key) ?? new TransientSet();
    running.add(own);
    this.#running.set(key, running);
    try {
      return await task(signal ? AbortSignal.any([signal, own.signal]) : own.signal);
    } finally {
      running.delete(own);
      if (running.size === 0 && this.#running.get(key) === running) this.#running.delete(key);
    }
  }

  abort(key: string, reason: Error): void {
    for (const task of this.#running.get(key) ?? []) task.abort(reason);
  }
}
