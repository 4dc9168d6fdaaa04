import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupResult, backupResult } from '../../../contract/dashboard-api/administration/backup.ts';
import { writePrivateFile } from '../../../core/data-folder/secrets.ts';

const notesPath = (dataDir: string): string => join(dataDir, 'backup.json');

/** Returns the last backup that the dashboard made; null when the note is missing, damaged or unreadable. */
export function readLastBackup(dataDir: string): BackupResult | null {
  try {
    return backupResult.safeParse(JSON.parse(readFileSync(notesPath(dataDir), 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Returns whether a backup was made from which another computer restores this node. */
export function hasPortableBackup(dataDir: string): boolean {
  const last = readLastBackup(dataDir);
  return last !== null && !last.key_in_key_store;
}

export const writeLastBackup = (dataDir: string, result: BackupResult): void =>
  writePrivateFile(notesPath(dataDir), `${JSON.stringify(result)}\n`);
