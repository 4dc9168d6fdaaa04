import { existsSync } from 'node:fs';
import { copyDatabase } from '../../../../platform/sqlite/database-copy.ts';
import { readFormerJournal } from './former-journal.ts';
import { asJournalError, isNoDatabase, markerOf, missingError } from './journal-error.ts';
import { openJournalFile, writeJournalFile } from './journal-file.ts';

/** Returns whether a journal exists or is missing; copying a missing one reports that. */
export const hasJournal = (file: string): boolean => existsSync(file) || existsSync(markerOf(file));

/**
 * Copies a journal durably to a new file that only its owner can read. It also works while a chain writes to the
 * journal; each block is copied whole or not at all.
 * @throws JournalError when the journal is damaged; the file at `to` is then unusable
 */
export async function copyJournal(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw missingError(from);
  try {
    await copyDatabase(from, to);
  } catch (error) {
    if (!isNoDatabase(error)) throw asJournalError(from, error);
    writeJournalFile(to, readFormerJournal(from));
  }
  openJournalFile(to)?.close();
}
