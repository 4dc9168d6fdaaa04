import { Worker } from 'node:worker_threads';
import { MessageError, messageOfError } from '../../../core/messages/message.ts';
import type { BackupProgress } from './backup-files.ts';
import type { BackupReports, BackupWork, FromBackupWorker } from './backup-messages.ts';

/**
 * Backs up a node, or restores a backup, in a thread.
 * @param options `signal`: cancels the task
 * @throws MessageError as `backUp` and `restoreInPlace`; the reason of `signal`
 */
export function runInThread<Task extends keyof BackupReports>(
  work: BackupWork & { task: Task },
  options: { onProgress: (progress: BackupProgress) => void; signal: AbortSignal },
): Promise<BackupReports[Task]> {
  const { onProgress, signal } = options;
  const file = import.meta.url.endsWith('.ts') ? './backup-worker.ts' : './backup-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { name: 'backup', workerData: work });
  const cancel = () => worker.postMessage('cancel');
  signal.addEventListener('abort', cancel);
  return new Promise<BackupReports[Task]>((resolve, reject) => {
    let report: BackupReports[Task] | undefined;
    let failure: unknown;
    worker.on('message', (message: FromBackupWorker) => {
      if (message.type === 'progress') onProgress(message.progress);
      else if (message.type === 'done') report = message.report as BackupReports[Task];
      else failure = new MessageError(message.message);
    });
    worker.on('error', (cause) => {
      failure = new MessageError(messageOfError(cause), { cause });
    });
    // Waits for the end of the thread, so that its files and its lock are released.
    worker.on('exit', () => {
      signal.removeEventListener('abort', cancel);
      if (report) resolve(report);
      else reject(signal.aborted ? signal.reason : failure);
    });
  });
}
