import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BlobFolders, shardNames } from '../store/blob-folders.ts';
import { markOrNone, readState, type StoreLocation, writeMark, writeState } from '../store/store-location.ts';
import { isUsedByAnother } from './storage-choice.ts';

/** The stored files according to the database. */
export interface KnownFiles {
  /** Returns undefined for a file without a row. */
  sizeOf(sha256: Buffer): number | undefined;
  /** Iterates over all files with a row, in an order independent of their folders. */
  all(): Iterable<KnownFile>;
}

interface KnownFile {
  sha256: Buffer;
  size: number;
}

/** Result of a repair: a folder was marked again, or a move was reverted because its new folder has no file yet. */
export type LocationRepair =
  | { how: 'marked'; folder: string }
  | { how: 'move_reverted'; folder: string; notMovedTo: string };

/** Number of files compared in each direction. */
const sampleSize = 1000;

/** Returns the folders of the state that have no readable mark. */
export function unmarkedFolders(dataDir: string): string[] {
  const state = readState(dataDir);
  const named = state ? [state.folder, state.moving?.from ?? null] : [];
  return named.filter((folder) => folder !== null && markOrNone(folder) === undefined) as string[];
}

/** Marks folders whose files are in the database; an empty one may be the mount point of a disconnected disk. */
export function repairLocation(dataDir: string, known: KnownFiles): LocationRepair[] {
  const state = readState(dataDir);
  if (!state) return [];
  const folders = [state.folder, ...(state.moving ? [state.moving.from] : [])].map((one) => one ?? dataDir);
  const unmarked = unmarkedFolders(dataDir);
  const own = unmarked.filter((folder) => isOwnStore(folder, folders, known));
  for (const folder of own) writeMark(folder, state.id, dataDir);
  const repairs: LocationRepair[] = own.map((folder) => ({ how: 'marked', folder }));
  const back = unmarked.some((one) => !own.includes(one)) && revertedMove(dataDir, state, known);
  return back ? [...repairs, back] : repairs;
}

/** Compares in both directions, because a folder of another node may have some files in common with this one. */
function isOwnStore(folder: string, folders: string[], known: KnownFiles): boolean {
  if (isUsedByAnother(folder)) return false;
  const there = filesIn(folder);
  const ours = there.filter(({ sha256, size }) => known.sizeOf(sha256) === size);
  if (ours.length * 2 <= there.length) return false;
  const rows = firstOf(known.all());
  const candidates = folders.map((one) => new BlobFolders(one));
  const found = rows.filter((file) => candidates.some((place) => isIn(place, file)));
  return found.length * 2 > rows.length;
}

/** Reverts a move if its target folder exists, is empty and has no mark. */
function revertedMove(dataDir: string, state: StoreLocation, known: KnownFiles): LocationRepair | undefined {
  const { folder: to, moving } = state;
  if (!moving || to === null || markOrNone(to)) return undefined;
  const from = moving.from ?? dataDir;
  if (moving.from !== null && markOrNone(from)?.id !== state.id) return undefined;
  if (!isThere(to) || filesIn(to).length > 0) return undefined;
  const place = new BlobFolders(from);
  for (const file of known.all()) if (!isIn(place, file)) return undefined;
  writeState(dataDir, { id: state.id, folder: moving.from, moving: null });
  return { how: 'move_reverted', folder: from, notMovedTo: to };
}

/** Returns a sample of the stored files of a folder; the shards are equivalent. */
function filesIn(folder: string): KnownFile[] {
  const { blobs } = new BlobFolders(folder);
  const files: KnownFile[] = [];
  for (const shard of shardNames) {
    for (const name of namesIn(join(blobs, shard))) {
      const size = sizeAt(join(blobs, shard, name));
      if (size !== undefined) files.push({ sha256: Buffer.from(name, 'hex'), size });
      if (files.length === sampleSize) return files;
    }
  }
  return files;
}

function firstOf(files: Iterable<KnownFile>): KnownFile[] {
  const first: KnownFile[] = [];
  for (const file of files) {
    first.push(file);
    if (first.length === sampleSize) break;
  }
  return first;
}

const isIn = (place: BlobFolders, { sha256, size }: KnownFile): boolean =>
  sizeAt(place.pathOf(sha256)) === size;

const isThere = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;

/** Returns undefined unless the path is a file. */
function sizeAt(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
