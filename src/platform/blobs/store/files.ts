import { close, closeSync, fsync, open, read, rename, unlink, write } from 'node:fs';
import { promisify } from 'node:util';
import { systemCode } from './system-code.ts';

/** Promisified calls on file descriptors: cheaper than `FileHandle`, and many run at once here. */
export const openFile = promisify(open);
export const closeFile = promisify(close);
export const syncFile = promisify(fsync);
export const renameFile = promisify(rename);
/** May read less than requested. */
export const readOnce = promisify(read);
const unlinkFile = promisify(unlink);
const writeOnce = promisify(write);

/** Mode of stored files: only the user of the process can read and write them. */
export const fileMode = 0o600;

/** Fills `into` from that position; returns the number of bytes, fewer only at the end of the file. */
export async function readFully(fd: number, into: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const { bytesRead } = await readOnce(fd, into, done, into.length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

/** Returns the first `size` bytes of a file, or fewer when it is shorter. */
export async function readStart(path: string, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  const fd = await openFile(path, 'r');
  try {
    return bytes.subarray(0, await readFully(fd, bytes, 0));
  } finally {
    await closeFile(fd);
  }
}

/** Creates and syncs a file with these bytes. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  const fd = await openFile(path, 'wx', fileMode);
  try {
    for (let done = 0; done < bytes.length; ) {
      // A single call may write less, e.g. on an almost full disk.
      done += (await writeOnce(fd, bytes, done)).bytesWritten;
    }
    await syncFile(fd);
  } finally {
    // All data is written, so closing does not block, and the thread pool would take longer.
    closeSync(fd);
  }
}

/** Returns undefined if the work fails because the file does not exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes files and returns whether any of them existed. */
export async function unlinkIfThere(...paths: string[]): Promise<boolean> {
  let found = false;
  for (const path of paths) found = (await unlessMissing(unlinkFile(path).then(() => true))) ?? found;
  return found;
}
