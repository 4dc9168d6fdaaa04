import { setImmediate as nextTurn } from 'node:timers/promises';
import { TransientMap } from '../../../core/concurrency/transient-map.ts';
import { closeFile, openFile, syncFile } from './files.ts';

/** Windows has no call to sync a folder, and its file system journals file names. */
const foldersSync = process.platform !== 'win32';

/** Syncs folders, so that the names of their files survive a loss of power. */
export class FolderSync {
  readonly #waiting = new TransientMap<string, Promise<void>>();
  /** Folders stay open: there are few, and opening one takes as long as an empty sync. */
  readonly #open = new Map<string, Promise<number>>();

  /** Resolves when earlier changes of a folder are synced. Calls in one turn of the event loop share one sync. */
  sync(folder: string): Promise<void> {
    const waiting = this.#waiting.get(folder);
    if (waiting) return waiting;
    const started = this.#syncSoon(folder);
    this.#waiting.set(folder, started);
    return started;
  }

  async close(): Promise<void> {
    const folders = [...this.#open.values()];
    this.#open.clear();
    for (const opened of await Promise.allSettled(folders)) {
      if (opened.status === 'fulfilled') await closeFile(opened.value);
    }
  }

  async #syncSoon(folder: string): Promise<void> {
    await nextTurn();
    this.#waiting.delete(folder);
    if (foldersSync) await syncFile(await this.#opened(folder));
  }

  #opened(folder: string): Promise<number> {
    const known = this.#open.get(folder);
    if (known) return known;
    const opening = openFile(folder, 'r');
    this.#open.set(folder, opening);
    opening.catch(() => this.#open.delete(folder));
    return opening;
  }
}
