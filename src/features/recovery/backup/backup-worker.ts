import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../core/clock.ts';
import { messageOfError } from '../../../core/messages/message.ts';
import { backUp } from './backup.ts';
import type { BackupProgress } from './backup-files.ts';
import type { BackupWork, FromBackupWorker } from './backup-messages.ts';
import { restoreInPlace } from './restore-backup.ts';

/** Backs up the node or restores a backup in a thread, because databases would block the main thread. */

if (!parentPort) throw new Error('This file runs as a worker.');
const port = parentPort;
const send = (message: FromBackupWorker) => port.postMessage(message);

const cancelling = new AbortController();
port.once('message', () => cancelling.abort());

const reportEveryMs = 500;
let next = 0;

const onProgress = (progress: BackupProgress) => {
  if (performance.now() < next) return;
  next = performance.now() + reportEveryMs;
  send({ type: 'progress', progress });
};

try {
  const { task, ...work } = workerData as BackupWork;
  const options = { ...work, onProgress, signal: cancelling.signal };
  const report =
    task === 'restore'
      ? await restoreInPlace(options)
      : await backUp({ ...options, verify: false, clock: systemClock });
  send({ type: 'done', report });
} catch (error) {
  send({ type: 'failed', message: messageOfError(error) });
}
port.close();
