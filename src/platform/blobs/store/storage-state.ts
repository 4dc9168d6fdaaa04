import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { systemCode } from './disk-errors.ts';

/** Where the store of a data folder lies; a folder that is null is the data folder itself. */
const storageState = z.strictObject({
  /** Random; what is stored elsewhere is marked with it. */
  id: z.string(),
  folder: z.string().nullable(),
  /** While the store moves: where the rest of it still is. */
  moving: z.strictObject({ from: z.string().nullable() }).nullable(),
  /** The folder that the last move has emptied, while what it leaves is tidied up. */
  left: z.string().nullable().optional(),
});
export type StorageState = z.infer<typeof storageState>;

/** What tells a folder that holds a store from one that does not, e.g. because its disk is not there. */
const storageMark = z.object({
  id: z.string(),
  /** The data folder of the node that stores here. */
  data_folder: z.string(),
});
type StorageMark = z.infer<typeof storageMark>;

const statePath = (dataDir: string): string => join(dataDir, 'storage-folder.json');
export const markPath = (folder: string): string => join(folder, 'alcove-storage.json');

/** The folder with what is stored is not there, or is not this node's. */
export class StorageFolderError extends Error {}

/** Undefined while a store has never been anywhere but in its data folder. */
export const readState = (dataDir: string): StorageState | undefined =>
  readJson(statePath(dataDir), storageState);

/** The state of a store that is about to leave its data folder for the first time, else as it is. */
export function ensureState(dataDir: string): StorageState {
  const present = readState(dataDir);
  if (present) return present;
  const state: StorageState = { id: randomUUID(), folder: null, moving: null };
  writeState(dataDir, state);
  return state;
}

/** Durable when it returns. */
export function writeState(dataDir: string, state: StorageState): void {
  writeDurably(dataDir, statePath(dataDir), state);
}

/** Undefined where no store is marked. */
export const readMark = (folder: string): StorageMark | undefined => readJson(markPath(folder), storageMark);

/** Marks a folder as the place of a store, durably. */
export function writeMark(folder: string, id: string, dataDir: string): void {
  writeDurably(folder, markPath(folder), { id, data_folder: resolve(dataDir) });
}

/** Removes the mark that this data folder has put there, and no other. */
export function removeMark(folder: string, dataDir: string): void {
  const mark = markOrNone(folder);
  const isOwn = mark && mark.id === readState(dataDir)?.id && !isUsedByCopy(mark, folder, dataDir);
  if (isOwn) rmSync(markPath(folder), { force: true });
}

/** The mark of a folder; undefined where there is none that can be read. */
export function markOrNone(folder: string): StorageMark | undefined {
  try {
    return readMark(folder);
  } catch {
    return undefined;
  }
}

/**
 * The folders that hold what the node of a data folder has stored: the one for everything new, then the one that the
 * rest is still in, if the store is moving. Each is there, and is this node's.
 * @throws StorageFolderError
 */
export function storageFolders(dataDir: string): [current: string] | [current: string, previous: string] {
  const state = readState(dataDir);
  if (!state) return [dataDir];
  const { id, folder, moving } = state;
  rmSync(temporaryPath(statePath(dataDir)), { force: true });
  for (const other of [folder, moving?.from]) if (other) checkMark(dataDir, other, id);
  return moving ? [folder ?? dataDir, moving.from ?? dataDir] : [folder ?? dataDir];
}

function checkMark(dataDir: string, folder: string, id: string): void {
  const mark = readMark(folder);
  if (mark?.id !== id) {
    throw new StorageFolderError(
      `${mark ? 'Another node stores its files' : 'The stored files of this node are not there, nor is the file alcove-storage.json that marks them'}: ${folder}. Connect the disk that holds them and start again. If they are lost for good, remove the file storage-folder.json from the data folder ${dataDir} and the setting storage.folder: the node then begins with an empty store.`,
    );
  }
  rmSync(temporaryPath(markPath(folder)), { force: true });
  if (mark.data_folder === resolve(dataDir)) return;
  if (isUsedByCopy(mark, folder, dataDir)) {
    throw new StorageFolderError(
      `The node of the data folder ${mark.data_folder} stores its files in ${folder}. The data folder ${dataDir} seems to be a copy of that one: two nodes cannot share their stored files.`,
    );
  }
  writeMark(folder, id, dataDir);
}

/** Whether the folder is in use by another data folder, of which this one is a copy. */
export function isUsedByCopy(mark: StorageMark, folder: string, dataDir: string): boolean {
  const other = mark.data_folder;
  try {
    const [a, b] = [statSync(other), statSync(dataDir)];
    if (a.dev === b.dev && a.ino === b.ino) return false;
    const state = readState(other);
    return state?.id === mark.id && (state.folder === folder || state.moving?.from === folder);
  } catch {
    return false;
  }
}

function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StorageFolderError(`The file ${path} is damaged. Put it back from a backup.`, { cause });
  }
}

/** Whole or not at all, only for its owner, and durable when it returns. What a crash leaves of it goes at the start. */
function writeDurably(folder: string, path: string, value: unknown): void {
  const temporary = temporaryPath(path);
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, path);
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const temporaryPath = (path: string): string => `${path}.tmp`;
