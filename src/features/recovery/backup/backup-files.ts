import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CopiedDatabase } from '../../../platform/sqlite/database-copy.ts';

export interface BackupProgress {
  contents: number;
  contentsDone: number;
  bytes: number;
  bytesDone: number;
}

/** Error codes of file systems that cannot create a hard link. */
const cannotLink = new Set(['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const systemCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const blockBytes = 1024 * 1024;

/** Returns the path of a stored file in a store or a backup. */
export function storedFile(folder: string, sha256: Buffer): string {
  const hex = sha256.toString('hex');
  return join(folder, 'blobs', hex.slice(0, 2), hex);
}

/**
 * Returns the size of a regular file in bytes; undefined for others, because reading pipes and devices might never end.
 */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the SHA-256 of a file. @throws the error of the system */
export async function hashFile(path: string, signal?: AbortSignal): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path, { highWaterMark: blockBytes, signal })) hash.update(block);
  return hash.digest();
}

/**
 * Copies a file durably to a new one that only its owner can read.
 * @returns the SHA-256 of the copied bytes
 */
export async function copyHashed(from: string, to: string, signal?: AbortSignal): Promise<Buffer> {
  const hash = createHash('sha256');
  const file = await open(to, 'wx', 0o600);
  try {
    for await (const block of createReadStream(from, { highWaterMark: blockBytes, signal })) {
      hash.update(block);
      await file.writeFile(block);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest();
}

/** Returns whether the disk cannot read the source of a copy, such as a bad sector; errors of its target are others. */
export function isUnreadable(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return systemCode(error) === 'EIO' && syscall === 'read';
}

/** Syncs a folder; not needed on Windows, which journals names. */
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
 * Adds a stored file at a second path: a hard link on the same disk, else a copy, which appears there only when it is
 * complete.
 * @param options `draft`: its temporary path; `verify`: hash it even if nothing is copied
 * @returns `damaged`: the bytes at `from` are unreadable or do not match that content, and `to` is unchanged
 */
export async function placeStoredFile(
  from: string,
  to: string,
  content: { sha256: Buffer; size: number },
  options: { draft: string; verify: boolean; signal?: AbortSignal | undefined },
): Promise<'linked' | 'copied' | 'absent' | 'damaged'> {
  const { draft, verify, signal } = options;
  const size = await sizeOf(from);
  if (size === undefined) return 'absent';
  if (size !== content.size) return 'damaged';
  try {
    const linked = await tryLink(from, draft);
    const actual = linked ? verify && (await hashFile(draft, signal)) : await copyHashed(from, draft, signal);
    if (actual && !actual.equals(content.sha256)) return 'damaged';
    await rename(draft, to);
    return linked ? 'linked' : 'copied';
  } catch (error) {
    // The file was removed from the store in the meantime.
    if (systemCode(error) === 'ENOENT' && (await sizeOf(from)) === undefined) return 'absent';
    if (isUnreadable(error)) return 'damaged';
    throw error;
  } finally {
    // After a rename between two hard links of one file both remain, so the draft is removed.
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

/** Runs several tasks at a time to keep the disk busy; the first error ends all of them. */
async function forEachOf<T>(items: Iterator<T>, work: (item: T) => Promise<void>): Promise<void> {
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
  // An unfinished iteration would keep the database in use.
  items.return?.();
  const first = ended.find((end) => end.status === 'rejected');
  if (first) throw first.reason;
}

/** Runs `work` for every content of a copied database, and reports the progress; returns the totals. */
export async function forEachContent(
  databasePath: string,
  onProgress: (progress: BackupProgress) => void,
  work: (content: { sha256: Buffer; size: number }) => Promise<void>,
): Promise<{ contents: number; bytes: number }> {
  const database = new CopiedDatabase(databasePath);
  try {
    const totals = database.totals();
    const progress = { ...totals, contentsDone: 0, bytesDone: 0 };
    onProgress(progress);
    await forEachOf(database.contents(), async (content) => {
      await work(content);
      progress.contentsDone += 1;
      progress.bytesDone += content.size;
      onProgress(progress);
    });
    return totals;
  } finally {
    database.close();
  }
}
