import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import type { Clock } from '../../core/clock.ts';
import { FolderSelections } from '../../core/folder-selections.ts';
import { NodeError } from '../../core/node-error.ts';
import { isUsedByAnother } from '../../platform/blobs/relocation/storage-choice.ts';

export interface WatchableFoldersOptions {
  /** Returns the folders of this node, which no watched folder may be in. */
  ownFolders: () => readonly string[];
  /** Returns the watched folders. */
  watched: () => readonly string[];
  clock: Clock;
}

/** Folders that the owner selected for watching, in the system's dialog or by a command. */
export class WatchableFolders {
  readonly #options: WatchableFoldersOptions;
  readonly #selections: FolderSelections;

  constructor(options: WatchableFoldersOptions) {
    this.#options = options;
    this.#selections = new FolderSelections(options.clock);
  }

  /** Lets the dashboard use a folder for an hour; returns the id of the selection. */
  add(path: string): string {
    return this.#selections.add(path);
  }

  /** Returns the real path of a selected folder. @throws NodeError `folder_not_found`, `folder_unusable` */
  async folderOf(id: string): Promise<string> {
    return this.check(this.#selections.pathOf(id));
  }

  remove(id: string): void {
    this.#selections.remove(id);
  }

  /** Returns the real path of a folder that can be watched. @throws NodeError `folder_unusable` */
  async check(path: string): Promise<string> {
    if (!isAbsolute(path)) throw unusable('storage.folderNotAbsolute');
    const folder = await realpath(path).catch(() => {
      throw unusable('watchedFolders.unavailable');
    });
    if (!(await stat(folder)).isDirectory()) throw unusable('storage.folderIsFile');
    if (folder === dirname(folder) && process.platform !== 'win32') throw unusable('watchedFolders.isRoot');
    for (const own of this.#options.ownFolders()) {
      const real = await realpath(own).catch(() => own);
      if (isInside(folder, real)) throw unusable('storage.folderInsideNode');
    }
    if (isUsedByAnother(folder)) throw unusable('storage.folderOfOtherNode');
    const overlaps = (other: string) => isInside(folder, other) || isInside(other, folder);
    if (this.#options.watched().some(overlaps)) throw unusable('watchedFolders.overlaps');
    return folder;
  }
}

const isInside = (folder: string, holder: string): boolean => {
  const path = relative(holder, folder);
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
};

const unusable = (text: ConstantMessageId): NodeError => new NodeError('folder_unusable', text);
