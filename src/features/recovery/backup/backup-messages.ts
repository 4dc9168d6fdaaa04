import type { Message } from '../../../contract/messages/message.ts';
import type { BackupReport } from './backup.ts';
import type { BackupProgress } from './backup-files.ts';
import type { RestoreReport } from './restore-backup.ts';

/** The reports of the tasks of the thread. */
export interface BackupReports {
  'back up': BackupReport;
  restore: RestoreReport;
}

/** What the thread is given; any message to it cancels the task. */
export interface BackupWork {
  task: keyof BackupReports;
  dataDir: string;
  folder: string;
  /** Public key of the node, for the manifest of a backup. */
  node?: string;
  /** The node's secret of its recovery file, for a restore. */
  secret?: Uint8Array | undefined;
}

export type FromBackupWorker =
  | { type: 'progress'; progress: BackupProgress }
  | { type: 'done'; report: BackupReports[keyof BackupReports] }
  | { type: 'failed'; message: Message };
