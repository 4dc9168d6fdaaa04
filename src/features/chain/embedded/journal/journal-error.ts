import { basename } from 'node:path';

/** The journal cannot be used; `message` tells the operator of the node how to proceed. */
export class JournalError extends Error {}

const wayOut = (file: string): string =>
  `Nothing was changed. Restore ${basename(file)} from a backup, or move the folder that holds it away: then a new, empty chain begins.`;

/** @param problem text after the journal's name */
export const damaged = (file: string, problem: string): JournalError =>
  new JournalError(`${basename(file)}, the journal of the embedded chain, ${problem}. ${wayOut(file)}`);

export const gone = (file: string): JournalError => damaged(file, 'is gone');

/** Adds a readable message to a system error of a file. */
export function asJournalError(file: string, error: unknown): unknown {
  const { code = '' } = error as { code?: string };
  const problem = problems.get(code);
  if (problem === undefined) return error;
  return new JournalError(`${file}, the journal of the embedded chain, cannot be opened: ${problem}.`, {
    cause: error,
  });
}

const notAllowed = 'the user of this node may not read and write it. Give it to that user';
const full = 'its disk is full. Free some space';
const problems = new Map([
  ['EACCES', notAllowed],
  ['EPERM', notAllowed],
  ['EROFS', 'its disk is read-only. Make it writable'],
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EIO', 'its disk does not work. Look at it before anything else'],
]);
