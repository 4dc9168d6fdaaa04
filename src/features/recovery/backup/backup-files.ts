import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a file system answers when it cannot give one file two names. */
const cannotLink = new Set(['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const systemCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const blockBytes = 1024 * 1024;

/** Where a stored file lies in a store, and in a backup. */
export function storedFile(folder: string, sha256: Buffer): string {
  const hex = sha256.toString('hex');
  return join(folder, 'blobs', hex.slice(0, 2), hex);
}

/** The size of a file in bytes, undefined where there is none; pipes and devices, which may never end, are none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The SHA-256 of a file. */
export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path, { highWaterMark: blockBytes })) hash.update(block);
  return hash.digest();
}

/**
 * Copies a file durably to a new one that only its owner reads.
 * @returns the SHA-256 of what was copied
 */
export async function copyHashed(from: string, to: string): Promise<Buffer> {
  const hash = createHash('sha256');
  const file = await open(to, 'wx', 0o600);
  try {
    for await (const block of createReadStream(from, { highWaterMark: blockBytes })) {
      hash.update(block);
      await file.writeFile(block);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest();
}

/** Makes the names in a folder durable; Windows keeps them in its journal. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Gives a stored file a second place: by a second name where both are on one disk, else by a copy. It gets its name
 * there when it is whole.
 * @param options `draft`: where it lies until then; `verify`: hash it also where nothing is copied
 * @returns `damaged`: what lies at `from` is not that content, so `to` is as it was
 */
export async function placeStoredFile(
  from: string,
  to: string,
  content: { sha256: Buffer; size: number },
  options: { draft: string; verify: boolean },
): Promise<'linked' | 'copied' | 'absent' | 'damaged'> {
  const { draft, verify } = options;
  const size = await sizeOf(from);
  if (size === undefined) return 'absent';
  if (size !== content.size) return 'damaged';
  try {
    const linked = await tryLink(from, draft);
    const actual = linked ? verify && (await hashFile(draft)) : await copyHashed(from, draft);
    if (actual && !actual.equals(content.sha256)) return 'damaged';
    await rename(draft, to);
    return linked ? 'linked' : 'copied';
  } catch (error) {
    // Removed from the store meanwhile.
    if (systemCode(error) === 'ENOENT' && (await sizeOf(from)) === undefined) return 'absent';
    throw error;
  } finally {
    // Two names of one file are not renamed to one.
    await rm(draft, { force: true });
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (cannotLink.has(systemCode(error))) return false;
    throw error;
  }
}

/** Runs some works at a time, so that a disk always has something to do. The first error ends them all. */
export async function forEachOf<T>(items: Iterator<T>, work: (item: T) => Promise<void>): Promise<void> {
  let failed = false;
  const lane = async () => {
    for (let next = items.next(); !next.done && !failed; next = items.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: 4 }, lane));
  // A database is in use until its rows are read or given up.
  items.return?.();
  const first = ended.find((end) => end.status === 'rejected');
  if (first) throw first.reason;
}
