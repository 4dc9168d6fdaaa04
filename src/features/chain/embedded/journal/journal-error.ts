import { basename } from 'node:path';

/** The journal cannot be used; `message` tells the operator of the node how to proceed. */
export class JournalError extends Error {}

/** Returns the path of the file that tells a lost journal from one that never existed. */
export const markerOf = (file: string): string => `${file}.known`;

const wayOut = (file: string): string =>
  `Nothing was changed. Restore ${basename(file)} from a backup, or move the folder that holds it away: then a new, empty chain begins.`;

/** @param problem text after the journal's name */
export const damaged = (file: string, problem: string): JournalError =>
  new JournalError(`${basename(file)}, the journal of the embedded chain, ${problem}. ${wayOut(file)}`);

export const gone = (file: string): JournalError => damaged(file, 'is gone');

export const noJournal = (file: string): JournalError =>
  damaged(file, 'is damaged at its beginning, or no journal at all');

export const newer = (file: string): JournalError =>
  new JournalError(
    `${basename(file)} was written by a later version of Alcove. Start that one, or move its folder away: then a new, empty chain begins.`,
  );

export const uncertain = (file: string, cause: unknown): JournalError =>
  new JournalError(
    `The last block could neither be written to ${basename(file)} nor taken back. Look at its disk.`,
    { cause },
  );

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Returns whether SQLite found a file of another format. */
export const isNoDatabase = (error: unknown): boolean => codeOf(error) === 'SQLITE_NOTADB';

/** Adds a readable message to an error of the system or of SQLite. */
export function asJournalError(file: string, error: unknown): unknown {
  const code = codeOf(error);
  // SQLITE_ERROR: the header asks for an unknown format.
  if (/^SQLITE_(CORRUPT|ERROR)/.test(code)) return damaged(file, 'is damaged');
  const problem = problems.get(code.startsWith('SQLITE_IOERR') ? 'EIO' : code);
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
  ['SQLITE_FULL', full],
  ['EIO', 'its disk does not work. Look at it before anything else'],
]);
