import { setTimeout as rest } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import type { RemoteEntry, RemoteIndexRepository, SyncPass } from './repository/remote-index-repository.ts';
import type { SyncStateRepository } from './repository/sync-state-repository.ts';

/** Duration of a transaction and of the pause after it; short, because a transaction blocks every request. */
const sliceMs = 2;
const removedAtOnce = 20;

export interface IndexWriterOptions {
  index: RemoteIndexRepository;
  states: SyncStateRepository;
  /** Limit of the index; every content counts once for each node that lists it, long descriptions count more. */
  maxContents: number;
  clock: Clock;
  onChange: () => void;
}

/** Writes the index in small transactions, so that they do not block other work. */
export class IndexWriter {
  readonly #options: IndexWriterOptions;
  readonly #mutex = new KeyedMutex();

  constructor(options: IndexWriterOptions) {
    this.#options = options;
  }

  /**
   * Writes the entries of a page, and the next position together with the last entry.
   * @returns how many entries changed the index
   * @throws the signal's reason in the middle of the page; the page is then requested again
   */
  write(
    pass: SyncPass,
    entries: readonly RemoteEntry[],
    cursor: string,
    signal: AbortSignal,
  ): Promise<number> {
    const { index, states, maxContents, clock } = this.#options;
    // Writing in the order of the index is fastest; of entries for the same content, the last one counts.
    const ordered = [
      ...new Map(entries.map((entry) => [entry.sha256.toString('latin1'), entry])).values(),
    ].sort((a, b) => (a.record?.createdAt ?? 0) - (b.record?.createdAt ?? 0));
    let next = 0;
    let changed = 0;
    return this.#write((isTimeUp) => {
      signal.throwIfAborted();
      // The node was removed meanwhile, or a new pass through its list began.
      if (states.get(pass.id)?.pass !== pass.pass) return false;
      for (let entry = ordered[next]; entry && !isTimeUp(); entry = ordered[next]) {
        if (index.apply(pass, entry, clock())) changed += 1;
        next += 1;
      }
      // At most as many entries are removed as were added.
      index.shrinkTo(maxContents, ordered.length);
      if (next < ordered.length) return true;
      states.proceed(pass.id, cursor, entries.length);
      return false;
    }).then(() => changed);
  }

  /** Removes entries that a node listed only in earlier passes. */
  removeEarlier(pass: SyncPass, signal: AbortSignal): Promise<void> {
    const { index } = this.#options;
    return this.#removeSome(signal, () => index.removeEarlier(pass, removedAtOnce));
  }

  async removeHost(id: number, signal: AbortSignal): Promise<void> {
    const { index, states } = this.#options;
    await this.#removeSome(signal, () => {
      if (index.removeOldest(id, removedAtOnce)) return true;
      states.remove(id);
      return false;
    });
  }

  shrink(signal: AbortSignal): Promise<void> {
    const { index, maxContents } = this.#options;
    return this.#removeSome(signal, () => index.shrinkTo(maxContents, removedAtOnce));
  }

  #removeSome(signal: AbortSignal, some: () => boolean): Promise<void> {
    return this.#write((isTimeUp) => {
      signal.throwIfAborted();
      while (some()) if (isTimeUp()) return true;
      return false;
    });
  }

  /**
   * Does work in slices, each in a transaction of its own.
   * @param slice does some of the work; returns whether there is more
   */
  #write(slice: (isTimeUp: () => boolean) => boolean): Promise<void> {
    const { index, onChange } = this.#options;
    return this.#mutex.run('', async () => {
      for (let isMore = true; isMore; ) {
        const start = performance.now();
        const { version } = index;
        isMore = index.transaction(() => slice(() => performance.now() - start > sliceMs));
        if (index.version !== version) {
          index.mergeSearch();
          onChange();
        }
        await rest(performance.now() - start);
      }
    });
  }
}
