import { setTimeout as rest } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import type { RemoteEntry, RemoteIndexRepository, SyncPass } from './repository/remote-index-repository.ts';
import type { SyncStateRepository } from './repository/sync-state-repository.ts';

/** A transaction holds up every request, so it ends soon and the next one waits as long as it took. */
const sliceMs = 2;
const removedAtOnce = 20;

export interface IndexWriterOptions {
  index: RemoteIndexRepository;
  states: SyncStateRepository;
  /** The limit of the index, counted by content and node; long descriptions count for more. */
  mostContents: number;
  clock: Clock;
  onChange: () => void;
}

/** Writes the index in small transactions, so that this node's own work goes on. */
export class IndexWriter {
  readonly #options: IndexWriterOptions;
  readonly #mutex = new KeyedMutex();

  constructor(options: IndexWriterOptions) {
    this.#options = options;
  }

  /**
   * Writes the entries of a page, and with the last one where the list goes on.
   * @returns how much of it changed anything
   * @throws the signal's reason, in the middle of the page; it is to be asked for again then
   */
  write(
    pass: SyncPass,
    entries: readonly RemoteEntry[],
    cursor: string,
    signal: AbortSignal,
  ): Promise<number> {
    const { index, states, mostContents, clock } = this.#options;
    // The index is written fastest in its own order; of duplicates the last counts.
    const ordered = [
      ...new Map(entries.map((entry) => [entry.sha256.toString('latin1'), entry])).values(),
    ].sort((a, b) => (a.record?.createdAt ?? 0) - (b.record?.createdAt ?? 0));
    let next = 0;
    let changed = 0;
    return this.#write((isTimeUp) => {
      signal.throwIfAborted();
      // It was forgotten meanwhile, or its list is read anew.
      if (states.get(pass.id)?.pass !== pass.pass) return false;
      for (let entry = ordered[next]; entry && !isTimeUp(); entry = ordered[next]) {
        if (index.apply(pass, entry, clock())) changed += 1;
        next += 1;
      }
      // As much as came goes.
      index.shrinkTo(mostContents, ordered.length);
      if (next < ordered.length) return true;
      states.proceed(pass.id, cursor, entries.length);
      return false;
    }).then(() => changed);
  }

  /** Removes what a node listed in earlier passes only. */
  removeEarlier(pass: SyncPass, signal: AbortSignal): Promise<void> {
    const { index } = this.#options;
    return this.#removeSome(signal, () => index.removeEarlier(pass, removedAtOnce));
  }

  /** Removes a node and everything that it listed. */
  async removeHost(id: number, signal: AbortSignal): Promise<void> {
    const { index, states } = this.#options;
    await this.#removeSome(signal, () => {
      if (index.removeOldest(id, removedAtOnce)) return true;
      states.remove(id);
      return false;
    });
  }

  /** Removes what exceeds the limit. */
  shrink(signal: AbortSignal): Promise<void> {
    const { index, mostContents } = this.#options;
    return this.#removeSome(signal, () => index.shrinkTo(mostContents, removedAtOnce));
  }

  #removeSome(signal: AbortSignal, some: () => boolean): Promise<void> {
    return this.#write((isTimeUp) => {
      signal.throwIfAborted();
      while (some()) if (isTimeUp()) return true;
      return false;
    });
  }

  /** @param slice does some of the work in a transaction; returns whether there is more */
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
