import { basename } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { skippedName } from './scan/skip-rules.ts';

/**
 * Reports that something in a folder changed. What changed is found by a scan: events get lost, and names in them need not
 * be those of files.
 */
export class FolderWatcher {
  readonly #watcher: FSWatcher;

  /** @param onError called where changes may be missed, e.g. because the system watches no more folders */
  constructor(path: string, onEvent: () => void, onError: (error: unknown) => void) {
    this.#watcher = watch(path, {
      ignoreInitial: true,
      followSymlinks: false,
      // A watch for each file would take 45 MB for 20,000 files; that of its folder reports it, too.
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
