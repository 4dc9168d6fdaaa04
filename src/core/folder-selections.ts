import type { Clock } from './clock.ts';
import { secretToken } from './ids.ts';
import { NodeError } from './node-error.ts';

const lastsMs = 60 * 60 * 1000;
const maxSelections = 50;

/**
 * Holds the folders that the user selected in the system's dialog. The dashboard names a folder by an id that cannot be
 * guessed, never by its path: otherwise a page could make the node read or write anywhere as its user.
 */
export class FolderSelections {
  readonly #clock: Clock;
  readonly #selections = new Map<string, { path: string; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lets the dashboard use a folder for an hour; returns the id of the selection. */
  add(path: string): string {
    const id = secretToken();
    this.#selections.set(id, { path, at: this.#clock() });
    for (const oldest of [...this.#selections.keys()].slice(0, -maxSelections))
      this.#selections.delete(oldest);
    return id;
  }

  /** Returns the path of a selected folder. @throws NodeError `folder_not_found` */
  pathOf(id: string): string {
    const selection = this.#selections.get(id);
    if (!selection || this.#clock() - selection.at > lastsMs) {
      throw new NodeError('folder_not_found', 'storage.folderSelectionExpired');
    }
    return selection.path;
  }

  remove(id: string): void {
    this.#selections.delete(id);
  }
}
