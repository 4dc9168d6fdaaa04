import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { timestamp } from '../../contract/common.ts';
import { recoverySection } from '../../contract/recovery-file.ts';
import { writePrivateFile } from '../../core/data-folder/secrets.ts';

const marks = z.partialRecord(recoverySection, z.array(z.string()));

/** Notes of the node about its recovery files, without which the next file counts as the first. */
const recoveryNotes = z.object({
  made_at: timestamp.nullable(),
  checked_at: timestamp.nullable(),
  checked_made_at: timestamp.nullable(),
  /** The newest file that was made or tested. */
  newest: z.object({ made_at: timestamp, marks }).nullable(),
});
export type RecoveryNotes = z.infer<typeof recoveryNotes>;

const none: RecoveryNotes = { made_at: null, checked_at: null, checked_made_at: null, newest: null };
const notesPath = (dataDir: string): string => join(dataDir, 'recovery.json');

/** Returns empty notes when they are missing, damaged or unreadable; the next file then counts as the first. */
export function readRecoveryNotes(dataDir: string): RecoveryNotes {
  try {
    return recoveryNotes.safeParse(JSON.parse(readFileSync(notesPath(dataDir), 'utf8'))).data ?? none;
  } catch {
    return none;
  }
}

/** Returns whether a recovery file of this node was made or restored. */
export const hasRecovery = (dataDir: string): boolean => readRecoveryNotes(dataDir).newest !== null;

export const writeRecoveryNotes = (dataDir: string, notes: RecoveryNotes): void =>
  writePrivateFile(notesPath(dataDir), `${JSON.stringify(notes)}\n`);
