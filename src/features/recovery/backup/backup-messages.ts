import type { Message } from '../../../contract/messages/message.ts';
import type { BackupReport } from './backup.ts';
import type { BackupProgress } from './backup-files.ts';

/** What the thread of a backup is given; any message to it cancels the backup. */
export interface BackupWork {
  dataDir: string;
  folder: string;
}

export type FromBackupWorker =
  | { type: 'progress'; progress: BackupProgress }
  | { type: 'done'; report: BackupReport }
  | { type: 'failed'; message: Message };
