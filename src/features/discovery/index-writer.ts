import { setTimeout as rest } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { PerKey } from '../../core/concurrency/keyed-mutex.ts';
import type { KnownContentRepository, Teller, Told } from './repository/remote-index-repository.ts';
import type { SyncStateRepository } from './repository/sync-state-repository.ts';

/** A transaction holds up every request, so it ends soon and the next one waits as long as it took. */
const SLICE_MS = 2;
const FORGOTTEN_AT_ONCE = 20;

export interface IndexWriterOptions {
  known: KnownContentRepository;
  states: SyncStateRepository;
  /** So much is known in all, counted by content and node; what is told at length counts for more. */
  mostContents: number;
  clock: Clock;
  onChange: () => void;
}

/** Writes the index in small pieces, one after the other, so that this node's own work goes on. */
export class IndexWriter {
  readonly #options: IndexWriterOptions;
  readonly #turns = new PerKey();

  constructor(options: IndexWriterOptions) {
    this.#options = options;
  }

  /**
   * Takes in what a page told, and with the last of it where the list goes on.
   * @returns how much of it changed anything
   * @throws the signal's reason, in the middle of the page; it is to be asked for again then
   */
  take(teller: Teller, told: readonly Told[], cursor: string, signal: AbortSignal): Promise<number> {
    const { known, states, mostContents, clock } = this.#options;
    // The index is written fastest in its own order; of what is told twice the last counts.
    const ordered = [...new Map(told.map((one) => [one.sha256.toString('latin1'), one])).values()].sort(
      (a, b) => (a.record?.createdAt ?? 0) - (b.record?.createdAt ?? 0),
    );
    let next = 0;
    let changed = 0;
    return this.#write((isTimeUp) => {
      signal.throwIfAborted();
      // It was forgotten meanwhile, or its list is read anew.
      if (states.get(teller.id)?.pass !== teller.pass) return false;
      for (let one = ordered[next]; one && !isTimeUp(); one = ordered[next]) {
        if (known.tell(teller, one, clock())) changed += 1;
        next += 1;
      }
      // As much as came goes.
      known.shrinkTo(mostContents, ordered.length);
      if (next < ordered.length) return true;
      states.proceed(teller.id, cursor, told.length);
      return false;
    }).then(() => changed);
  }

  /** Forgets what a node told in earlier passes through its list only. */
  forgetEarlier(teller: Teller, signal: AbortSignal): Promise<void> {
    const { known } = this.#options;
    return this.#forget(signal, () => known.forgetEarlier(teller, FORGOTTEN_AT_ONCE));
  }

  /** Forgets a node and all that it told. */
  async forgetNode(id: number, signal: AbortSignal): Promise<void> {
    const { known, states } = this.#options;
    await this.#forget(signal, () => {
      if (known.forgetOldest(id, FORGOTTEN_AT_ONCE)) return true;
      states.remove(id);
      return false;
    });
  }

  /** Forgets what is too much. */
  shrink(signal: AbortSignal): Promise<void> {
    const { known, mostContents } = this.#options;
    return this.#forget(signal, () => known.shrinkTo(mostContents, FORGOTTEN_AT_ONCE));
  }

  #forget(signal: AbortSignal, some: () => boolean): Promise<void> {
    return this.#write((isTimeUp) => {
      signal.throwIfAborted();
      while (some()) if (isTimeUp()) return true;
      return false;
    });
  }

  /** @param slice does some of the work in a transaction; returns whether there is more */
  #write(slice: (isTimeUp: () => boolean) => boolean): Promise<void> {
    const { known, onChange } = this.#options;
    return this.#turns.run('', async () => {
      for (let isMore = true; isMore; ) {
        const start = performance.now();
        const { version } = known;
        isMore = known.transaction(() => slice(() => performance.now() - start > SLICE_MS));
        if (known.version !== version) {
          known.tidy();
          onChange();
        }
        await rest(performance.now() - start);
      }
    });
  }
}
