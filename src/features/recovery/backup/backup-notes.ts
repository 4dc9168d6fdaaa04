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

export const writeLastBackup = (dataDir: string, result: BackupResult): void =>
  writePrivateFile(notesPath(dataDir), `${JSON.stringify(result)}\n`);
