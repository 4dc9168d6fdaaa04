import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { syncPath } from '../../../core/data-folder/sync-path.ts';
import { MessageError, message } from '../../../core/messages/message.ts';
import { systemCode } from './system-code.ts';

/** Location of the store of a data folder; null is the data folder itself. */
const storeLocation = z.strictObject({
  /** Random; the mark of a store elsewhere contains it. */
  id: z.string(),
  folder: z.string().nullable(),
  /** During a move: the folder with the remaining files. */
  moving: z.strictObject({ from: z.string().nullable() }).nullable(),
  /** The folder emptied by the last move, while it is tidied up. */
  left: z.string().nullable().optional(),
});
export type StoreLocation = z.infer<typeof storeLocation>;

/** Distinguishes a folder with a store from one without, e.g. because its disk is disconnected. */
const storageMark = z.object({
  id: z.string(),
  /** The data folder of the node that stores files here. */
  data_folder: z.string(),
});
type StorageMark = z.infer<typeof storageMark>;

const statePath = (dataDir: string): string => join(dataDir, 'storage-folder.json');
export const markPath = (folder: string): string => join(folder, 'alcove-storage.json');

/** The folder of the store does not exist, or belongs to another node. */
export class StorageFolderError extends MessageError {}

/** Returns undefined while a store has never left its data folder. */
export const readState = (dataDir: string): StoreLocation | undefined =>
  readJson(statePath(dataDir), storeLocation);

/** Returns the state, creating it before a store first leaves its data folder. */
export function ensureState(dataDir: string): StoreLocation {
  const present = readState(dataDir);
  if (present) return present;
  const state: StoreLocation = { id: randomUUID(), folder: null, moving: null };
  writeState(dataDir, state);
  return state;
}

/** Writes and syncs the state. */
export function writeState(dataDir: string, state: StoreLocation): void {
  writeDurably(dataDir, statePath(dataDir), state);
}

/** Returns undefined in a folder without a mark. */
export const readMark = (folder: string): StorageMark | undefined => readJson(markPath(folder), storageMark);

/** Marks a folder as the location of a store, and syncs the mark. */
export function writeMark(folder: string, id: string, dataDir: string): void {
  writeDurably(folder, markPath(folder), { id, data_folder: resolve(dataDir) });
}

/** Removes the mark of this data folder; keeps any other mark. */
export function removeMark(folder: string, dataDir: string): void {
  const mark = markOrNone(folder);
  const isOwn = mark && mark.id === readState(dataDir)?.id && !isUsedByCopy(mark, folder, dataDir);
  if (isOwn) rmSync(markPath(folder), { force: true });
}

/** Returns the mark of a folder, or undefined without a readable one. */
export function markOrNone(folder: string): StorageMark | undefined {
  try {
    return readMark(folder);
  } catch {
    return undefined;
  }
}

/**
 * Returns the folders of the store of a data folder: the one for new files, then the one with the remaining files if
 * the store is moving. Each exists and belongs to this node.
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
    const params = { folder, dataFolder: dataDir };
    throw new StorageFolderError(
      mark ? message('storage.storeOfOtherNode', params) : message('storage.storeMissing', params),
    );
  }
  rmSync(temporaryPath(markPath(folder)), { force: true });
  if (mark.data_folder === resolve(dataDir)) return;
  if (isUsedByCopy(mark, folder, dataDir)) {
    throw new StorageFolderError(
      message('storage.dataFolderCopied', { original: mark.data_folder, folder, copy: dataDir }),
    );
  }
  writeMark(folder, id, dataDir);
}

/** Returns whether the original of this copied data folder uses the folder. */
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
    throw new StorageFolderError(message('storage.stateDamaged', { path }), { cause });
  }
}

/** Writes a synced file atomically, readable only by its owner. The next start removes remains of a crash. */
function writeDurably(folder: string, path: string, value: unknown): void {
  const temporary = temporaryPath(path);
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, path);
  syncPath(folder, 'r');
}

const temporaryPath = (path: string): string => `${path}.tmp`;
