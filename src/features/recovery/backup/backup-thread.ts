import { Worker } from 'node:worker_threads';
import { MessageError, messageOfError } from '../../../core/messages/message.ts';
import type { BackupReport } from './backup.ts';
import type { BackupProgress } from './backup-files.ts';
import type { BackupWork, FromBackupWorker } from './backup-messages.ts';

/**
 * Backs up a node in a thread.
 * @param options `signal`: cancels the backup
 * @throws MessageError as `backUp`; the reason of `signal`
 */
export function backUpInThread(
  work: BackupWork,
  options: { onProgress: (progress: BackupProgress) => void; signal: AbortSignal },
): Promise<BackupReport> {
  const { onProgress, signal } = options;
  const file = import.meta.url.endsWith('.ts') ? './backup-worker.ts' : './backup-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { name: 'backup', workerData: work });
  const cancel = () => worker.postMessage('cancel');
  signal.addEventListener('abort', cancel);
  return new Promise<BackupReport>((resolve, reject) => {
    let report: BackupReport | undefined;
    let failure: unknown;
    worker.on('message', (message: FromBackupWorker) => {
      if (message.type === 'progress') onProgress(message.progress);
      else if (message.type === 'done') report = message.report;
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
