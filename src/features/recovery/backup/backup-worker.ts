import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../core/clock.ts';
import { messageOfError } from '../../../core/messages/message.ts';
import { backUp } from './backup.ts';
import type { BackupWork, FromBackupWorker } from './backup-messages.ts';

/** Backs up the node in a thread, because copying and checking the database would block the main thread. */

if (!parentPort) throw new Error('This file runs as a worker.');
const port = parentPort;
const send = (message: FromBackupWorker) => port.postMessage(message);

const cancelling = new AbortController();
port.once('message', () => cancelling.abort());

const reportEveryMs = 500;
let next = 0;

try {
  const report = await backUp({
    ...(workerData as BackupWork),
    verify: false,
    onProgress: (progress) => {
      if (performance.now() < next) return;
      next = performance.now() + reportEveryMs;
      send({ type: 'progress', progress });
    },
    signal: cancelling.signal,
    clock: systemClock,
  });
  send({ type: 'done', report });
} catch (error) {
  send({ type: 'failed', message: messageOfError(error) });
}
port.close();
