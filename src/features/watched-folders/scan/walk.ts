import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SkipReason } from '../../../contract/dashboard-api/library/watched-folders.ts';
import { absolute, type BytePath, childOf, compareNaturally, fromBytes } from '../byte-path.ts';
import { skippedName } from './skip-rules.ts';

/** Identifies a file on its disk. */
export interface FileId {
  device: string;
  inode: string;
}

/** A file as it is on the disk. */
export interface SeenFile extends FileId {
  path: BytePath;
  size: number;
  /** In microseconds. */
  mtime: number;
  /** Time of the last change of its bytes or its name, in milliseconds. */
  changedAt: number;
}

export interface SeenDirectory extends FileId {
  path: BytePath;
}

/** Everything in a folder, in natural order, each folder after the one that contains it. */
export interface Listing {
  files: SeenFile[];
  directories: SeenDirectory[];
  /** Files and folders that are left out; their contents are unknown. */
  skipped: { path: BytePath; reason: SkipReason }[];
  /** Whether there are more than `maxFiles`. */
  isCut: boolean;
}

/** The folder itself cannot be read. */
export class FolderUnavailable extends Error {}

/** Limit of files, equal to that of the entries of all collections. */
const maxFiles = 200_000;
/** Number of entries that are examined at a time, few enough to leave threads of the process free for requests. */
const atOnce = 8;

export const idOf = ({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): FileId => ({
  device: dev.toString(),
  inode: ino.toString(),
});

/** Returns the time of the last change in microseconds, which a number holds exactly. */
export const mtimeOf = ({ mtimeNs }: Pick<BigIntStats, 'mtimeNs'>): number => Number(mtimeNs / 1000n);

/**
 * Lists a folder; it follows no links.
 * @param root an absolute path without links
 * @param ownFolders the folders of this node, which are left out
 * @throws FolderUnavailable
 */
export async function listFolder(
  root: string,
  ownFolders: readonly string[],
  signal: AbortSignal,
): Promise<Listing> {
  const listing: Listing = { files: [], directories: [], skipped: [], isCut: false };
  await checkRoot(root);
  const own = await Promise.all(ownFolders.map((folder) => stat(folder, { bigint: true }).catch(() => null)));
  const isOwn = (id: FileId) =>
    own.some((stats) => stats && idOf(stats).inode === id.inode && idOf(stats).device === id.device);
  const pending: BytePath[] = [''];
  for (let at = pending.pop(); at !== undefined && !listing.isCut; at = pending.pop()) {
    signal.throwIfAborted();
    await nextTurn();
    const inner = await list(root, at, listing, isOwn);
    pending.push(...inner.reverse());
  }
  return listing;
}

async function checkRoot(root: string): Promise<void> {
  const real = await realpath(root).catch(unavailable);
  // A link in place of the folder could lead to any other.
  if (real !== root) throw new FolderUnavailable('The folder became a link.');
  if (!(await lstat(root).catch(unavailable)).isDirectory()) throw new FolderUnavailable('No folder.');
}

const unavailable = (cause: unknown): never => {
  throw new FolderUnavailable('The folder cannot be read.', { cause });
};

/** Adds a folder and its files to the listing, and returns the folders in it. */
async function list(
  root: string,
  directory: BytePath,
  listing: Listing,
  isOwn: (directory: FileId) => boolean,
): Promise<BytePath[]> {
  const path = absolute(root, directory);
  let entries: Dirent<NonSharedBuffer>[];
  try {
    const stats = await lstat(path, { bigint: true });
    if (!stats.isDirectory()) throw new Error('It is no folder any more.');
    const id = idOf(stats);
    entries = await readdir(path, { withFileTypes: true, encoding: 'buffer' });
    if (isOwn(id) || entries.some(({ name }) => isNodeFile(fromBytes(name)))) {
      listing.skipped.push({ path: directory, reason: 'own_data' });
      return [];
    }
    listing.directories.push({ path: directory, ...id });
  } catch (error) {
    if (directory === '') unavailable(error);
    listing.skipped.push({ path: directory, reason: 'unreadable' });
    return [];
  }
  return sort(root, directory, entries, listing);
}

/**
 * Returns whether a name shows that the folder is the data folder of a node, or a copy of it, which contains secrets.
 */
const isNodeFile = (name: string): boolean => name === 'alcove.db' || name === 'alcove-storage.json';

/** Adds the files among some entries to the listing, and returns the folders. */
async function sort(
  root: string,
  directory: BytePath,
  entries: Dirent<NonSharedBuffer>[],
  listing: Listing,
): Promise<BytePath[]> {
  const folders: BytePath[] = [];
  const files: BytePath[] = [];
  for (const entry of entries) {
    const name = fromBytes(entry.name);
    const path = childOf(directory, name);
    const reason = skippedName(name, entry.isDirectory());
    if (reason) listing.skipped.push({ path, reason });
    else if (entry.isSymbolicLink()) listing.skipped.push({ path, reason: 'link' });
    else if (entry.isDirectory()) folders.push(path);
    else files.push(path);
  }
  files.sort(compareNaturally);
  for (let at = 0; at < files.length; at += atOnce) {
    const some = files.slice(at, at + atOnce);
    const stats = await Promise.all(some.map((path) => statOf(absolute(root, path))));
    for (const [index, path] of some.entries()) {
      if (listing.files.length >= maxFiles) {
        listing.isCut = true;
        return [];
      }
      addFile(listing, path, stats[index]);
    }
  }
  return folders.sort(compareNaturally);
}

const statOf = (path: Buffer): Promise<BigIntStats | undefined> =>
  lstat(path, { bigint: true }).catch(() => undefined);

/** @param stats undefined where they cannot be read */
function addFile(listing: Listing, path: BytePath, stats: BigIntStats | undefined): void {
  const reason = stats ? reasonOf(stats) : 'unreadable';
  if (!stats || reason) {
    listing.skipped.push({ path, reason: reason ?? 'unreadable' });
    return;
  }
  const { size, mtimeMs, ctimeMs } = stats;
  listing.files.push({
    path,
    ...idOf(stats),
    size: Number(size),
    mtime: mtimeOf(stats),
    changedAt: Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs),
  });
}

/** Returns why a file is left out; empty ones are, because browsers reserve the name of a download with one. */
function reasonOf(stats: BigIntStats): SkipReason | undefined {
  if (stats.isSymbolicLink()) return 'link';
  if (!stats.isFile()) return 'special';
  return stats.size === 0n ? 'empty' : undefined;
}
