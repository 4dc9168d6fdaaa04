import { basename } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { skippedName } from './scan/skip-rules.ts';

/**
 * Reports that something in a folder changed. A scan finds the changes, because events get lost and may not contain the
 * names of files.
 */
export class FolderWatcher {
  readonly #watcher: FSWatcher;

  /**
   * Starts to watch.
   * @param onError called where changes may be missed, e.g. because the system watches no more folders
   */
  constructor(path: string, onEvent: () => void, onError: (error: unknown) => void) {
    this.#watcher = watch(path, {
      ignoreInitial: true,
      followSymlinks: false,
      // Files have no watches of their own, which would take 45 MB for 20,000 files; the watch of their folder reports
      // them, too.
      ignored: (one, stats) =>
        stats !== undefined && (!stats.isDirectory() || (one !== path && isSkipped(one))),
    });
    this.#watcher.on('raw', onEvent).on('all', onEvent).on('error', onError);
  }

  close(): Promise<void> {
    return this.#watcher.close();
  }
}

const isSkipped = (path: string): boolean => skippedName(basename(path), true) !== undefined;
