import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { absolute } from '../byte-path.ts';
import { idOf, mtimeOf, type SeenFile } from '../scan/walk.ts';

/** A file changed after it was listed; the next scan finds it again. */
export class FileChanged extends Error {}

/** Flags that a system lacks are 0. Without `O_NONBLOCK`, opening a pipe would wait for its other end. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Opens a listed file; the caller closes it. Links in place of it or of a folder above it are refused, so that nobody
 * can make the node read files outside the watched folder.
 * @throws FileChanged, and errors of the system
 */
export async function openFile(root: string, seen: SeenFile): Promise<FileHandle> {
  const path = absolute(root, seen.path);
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ELOOP'
      ? new FileChanged('The file was removed.')
      : error;
  });
  try {
    await checkUnchanged(file, seen);
    const real = await realpath(path, { encoding: 'buffer' });
    // If there is no link above the path, the path and the open file have the same id only for a file in the folder.
    const there = idOf(await lstat(path, { bigint: true }));
    if (!real.equals(path) || there.inode !== seen.inode || there.device !== seen.device) {
      throw new FileChanged('The path leads through a link.');
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Compares an open file with its listing. @throws FileChanged where they differ */
export async function checkUnchanged(file: FileHandle, seen: SeenFile): Promise<void> {
  const stats = await file.stat({ bigint: true });
  const { device, inode } = idOf(stats);
  const isSame =
    stats.isFile() &&
    Number(stats.size) === seen.size &&
    mtimeOf(stats) === seen.mtime &&
    device === seen.device &&
    inode === seen.inode;
  if (!isSame) throw new FileChanged('The file was written to.');
}
