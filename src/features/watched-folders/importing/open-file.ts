import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { absolute } from '../byte-path.ts';
import { idOf, mtimeOf, type SeenFile } from '../scan/walk.ts';

/** A file is no longer as it was when it was listed; the next scan finds it again. */
export class FileChanged extends Error {}

/** A missing flag of another system is 0. Opening a pipe would wait for its other end. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Opens a listed file; the caller closes it. Links that replaced it or a folder above it are refused, so that nobody who
 * writes to the folder chooses what the node reads outside it.
 * @throws FileChanged, and errors of the system
 */
export async function openFile(root: string, seen: SeenFile): Promise<FileHandle> {
  const path = absolute(root, seen.path);
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ELOOP' ? new FileChanged('It is gone.') : error;
  });
  try {
    await checkUnchanged(file, seen);
    const real = await realpath(path, { encoding: 'buffer' });
    // With no link above it, this name and the open file are the same only for a file in the folder.
    const there = idOf(await lstat(path, { bigint: true }));
    if (!real.equals(path) || there.inode !== seen.inode || there.device !== seen.device) {
      throw new FileChanged('A link leads elsewhere.');
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws FileChanged where the open file is not as it was listed */
export async function checkUnchanged(file: FileHandle, seen: SeenFile): Promise<void> {
  const stats = await file.stat({ bigint: true });
  const { device, inode } = idOf(stats);
  const isSame =
    stats.isFile() &&
    Number(stats.size) === seen.size &&
    mtimeOf(stats) === seen.mtime &&
    device === seen.device &&
    inode === seen.inode;
  if (!isSame) throw new FileChanged('It was written.');
}
