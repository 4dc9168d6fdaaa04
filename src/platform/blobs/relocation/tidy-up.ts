import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BlobFolders, storeFolders } from '../store/blob-folders.ts';
import { removeMark } from '../store/storage-state.ts';

/**
 * Removes from a folder what made it the place of a store: its empty folders, then its mark. A folder that still holds
 * something, e.g. a damaged file that can't be read, keeps its mark: it is this store's.
 */
export async function tidyUp(folders: BlobFolders, dataDir: string): Promise<void> {
  await folders.removeEmpty();
  const { folder } = folders;
  if (folder === dataDir || storeFolders.some((name) => existsSync(join(folder, name)))) return;
  removeMark(folder, dataDir);
}
