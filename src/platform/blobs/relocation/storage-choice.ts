import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { ConstantMessageId, Message } from '../../../contract/messages/message.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { folderMode, storeFolders } from '../store/blob-folders.ts';
import { isUsedByCopy, markPath, readMark, StorageFolderError, writeMark } from '../store/store-location.ts';
import { systemCode } from '../store/system-code.ts';

interface Purpose {
  dataDir: string;
  id: string;
  /** Folders that already hold parts of the store. */
  used: string[];
  /** Returns the bytes to be copied from other disks and the bytes that must stay free. */
  bytesFrom: (device: number) => Promise<number>;
  floor: (diskSize: number) => number;
}

/**
 * Checks that a folder can hold the store, creates it if its parent exists, and marks it.
 * @returns its real path
 * @throws NodeError `folder_unusable`
 */
export async function claimFolder(wanted: string, purpose: Purpose): Promise<string> {
  if (!isAbsolute(wanted)) throw unusable('storage.folderNotAbsolute');
  const made = await makeIfMissing(wanted);
  try {
    const folder = await realpath(wanted);
    await checkPlace(folder, purpose);
    checkAbove(folder);
    const names = await readdir(folder);
    checkMark(folder, names, purpose);
    await checkSpace(folder, purpose);
    if (made || names.length === 0) await chmod(folder, folderMode).catch(() => {});
    writeMark(folder, purpose.id, purpose.dataDir);
    return folder;
  } catch (error) {
    if (made) await rmdir(wanted).catch(() => {});
    throw asFolderProblem(error);
  }
}

async function makeIfMissing(folder: string): Promise<boolean> {
  try {
    if (!(await stat(folder)).isDirectory()) throw unusable('storage.folderIsFile');
    return false;
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw asFolderProblem(error);
  }
  try {
    await mkdir(folder, { mode: folderMode });
    return true;
  } catch (error) {
    throw asFolderProblem(error);
  }
}

async function checkPlace(folder: string, { dataDir, used }: Purpose): Promise<void> {
  for (const holder of [dataDir, ...used]) {
    if (isInside(folder, await realpath(holder))) throw unusable('storage.folderInsideNode');
  }
}

/** Refuses a folder inside one that another node uses. */
function checkAbove(folder: string): void {
  if (!isUsedByAnother(folder)) return;
  throw unusable('storage.folderOfOtherNode');
}

/** Returns whether this or a parent folder is the data folder of a node, or a parent folder holds its store. */
export function isUsedByAnother(folder: string): boolean {
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, 'alcove.db'))) return true;
    if (above !== folder && existsSync(markPath(above))) return true;
  }
  return false;
}

function checkMark(folder: string, names: string[], { dataDir, id }: Purpose): void {
  const mark = readMark(folder);
  if (mark && (mark.id !== id || isUsedByCopy(mark, folder, dataDir))) {
    throw unusable('storage.folderHasStore');
  }
  const taken = mark ? undefined : storeFolders.find((name) => names.includes(name));
  if (taken) throw unusable(message('storage.folderHasName', { name: taken }));
}

async function checkSpace(folder: string, { bytesFrom, floor }: Purpose): Promise<void> {
  const needed = await bytesFrom((await stat(folder)).dev);
  const { bsize, bavail, blocks } = await statfs(folder);
  const free = Math.max(0, bavail * bsize - floor(blocks * bsize));
  if (needed > free) throw unusable(message('storage.folderTooSmall', { free, needed }));
}

const isInside = (folder: string, holder: string): boolean => {
  const path = relative(holder, folder);
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
};

const reasons: Record<string, ConstantMessageId> = {
  ENOENT: 'storage.folderParentMissing',
  ENOTDIR: 'storage.folderPathHasFile',
  EACCES: 'storage.folderNotWritable',
  EPERM: 'storage.folderNotWritable',
  EROFS: 'storage.folderReadOnly',
  ENOSPC: 'storage.folderDiskFull',
  EDQUOT: 'storage.folderDiskFull',
  ELOOP: 'storage.folderLoop',
  ENAMETOOLONG: 'storage.folderPathTooLong',
};

/** Converts a system error about a folder to a problem for the user. */
export function asFolderProblem(error: unknown): unknown {
  if (error instanceof StorageFolderError) return unusable(error.text, error);
  const reason = reasons[systemCode(error) ?? ''];
  return reason === undefined ? error : unusable(reason, error);
}

const unusable = (text: ConstantMessageId | Message, cause?: unknown): NodeError =>
  new NodeError('folder_unusable', text, { cause });
