import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BlobFolders, storeFolders } from '../store/blob-folders.ts';
import { removeMark } from '../store/store-location.ts';

/** Removes the empty folders of a store, and its mark unless a file is left, e.g. an unreadable one. */
export async function tidyUp(folders: BlobFolders, dataDir: string): Promise<void> {
  await folders.removeEmpty();
  const { folder } = folders;
  if (folder === dataDir || storeFolders.some((name) => existsSync(join(folder, name)))) return;
  removeMark(folder, dataDir);
}
