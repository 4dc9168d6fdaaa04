import { basename } from 'node:path';
import type { Message } from '../../../../contract/messages/message.ts';
import { MessageError, message } from '../../../../core/messages/message.ts';

/** The journal cannot be used; the text contains the remedy for the operator of the node. */
export class JournalError extends MessageError {}

/** Returns the path of a file that exists beside every journal, so that a lost journal is noticed. */
export const markerOf = (file: string): string => `${file}.known`;

/** @param what as in `chain.journalDamaged` */
export const brokenError = (file: string, what: Message): JournalError =>
  new JournalError(message('chain.journalBroken', { what, file: basename(file) }));

export const damagedError = (file: string): JournalError =>
  brokenError(file, message('chain.journalDamaged', { file: basename(file) }));

export const missingError = (file: string): JournalError =>
  brokenError(file, message('chain.journalMissing', { file: basename(file) }));

export const noJournalError = (file: string): JournalError =>
  brokenError(file, message('chain.journalUnknown', { file: basename(file) }));

export const newerError = (file: string): JournalError =>
  new JournalError(message('chain.journalNewer', { file: basename(file) }));

export const uncertainError = (file: string, cause: unknown): JournalError =>
  new JournalError(message('chain.journalUncertain', { file: basename(file) }), { cause });

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Returns whether SQLite found a file of another format. */
export const isNoDatabase = (error: unknown): boolean => codeOf(error) === 'SQLITE_NOTADB';

/** Adds a readable message to an error of the system or of SQLite. */
export function asJournalError(file: string, error: unknown): unknown {
  const code = codeOf(error);
  // SQLITE_ERROR also means that the header names an unknown format.
  if (/^SQLITE_(CORRUPT|ERROR)/.test(code)) return damagedError(file);
  const problem = problems.get(code.startsWith('SQLITE_IOERR') ? 'EIO' : code);
  return problem === undefined ? error : new JournalError(message(problem, { path: file }), { cause: error });
}

const problems: ReadonlyMap<string, `chain.journal${'NotAllowed' | 'ReadOnly' | 'DiskFull' | 'DiskFailed'}`> =
  new Map([
    ['EACCES', 'chain.journalNotAllowed'],
    ['EPERM', 'chain.journalNotAllowed'],
    ['EROFS', 'chain.journalReadOnly'],
    ['ENOSPC', 'chain.journalDiskFull'],
    ['EDQUOT', 'chain.journalDiskFull'],
    ['SQLITE_FULL', 'chain.journalDiskFull'],
    ['EIO', 'chain.journalDiskFailed'],
  ]);
