import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { blockSize } from './blob-types.ts';
import { systemCode } from './disk-errors.ts';
import { closeFile, openFile, readFully } from './files.ts';
import { IncomingFile } from './incoming-file.ts';
import { ResumedFile } from './resumed-file.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** The thread that hashes large files, while they are written and when they are verified. */
const files = new Map<number, IncomingFile | ResumedFile>();

parentPort?.on('message', (message: ToWorker) => {
  handle(message).catch((error: unknown) => fail(message.job, error));
});

async function handle(message: ToWorker): Promise<void> {
  const { job } = message;
  switch (message.type) {
    case 'write':
      files.set(job, new IncomingFile(message.path));
      return;
    case 'resume': {
      const file = new ResumedFile(message.path);
      files.set(job, file);
      await file.catchUp(message.size);
      answer({ type: 'stepped', job });
      return;
    }
    case 'block':
      try {
        files.get(job)?.append(Buffer.from(message.block, 0, message.length));
      } finally {
        answer({ type: 'taken', job, block: message.block }, [message.block]);
      }
      return;
    case 'part':
      resumed(job)?.beginPart(message.hashed);
      return;
    case 'keep': {
      const sha256 = await resumed(job)?.keep();
      if (files.has(job)) answer({ type: 'stepped', job, sha256 });
      return;
    }
    case 'cut':
      resumed(job)?.cut();
      if (files.has(job)) answer({ type: 'stepped', job });
      return;
    case 'finish': {
      const hashed = await files.get(job)?.finish();
      if (files.delete(job) && hashed) answer({ type: 'written', job, ...hashed });
      return;
    }
    case 'cancel':
      await end(job);
      answer({ type: 'cancelled', job });
      return;
    case 'hash':
      answer({ type: 'hashed', job, sha256: await hashFile(message.path) });
      return;
  }
}

function resumed(job: number): ResumedFile | undefined {
  const file = files.get(job);
  return file instanceof ResumedFile ? file : undefined;
}

async function fail(job: number, error: unknown): Promise<void> {
  await end(job);
  const message = error instanceof Error ? error.message : String(error);
  answer({ type: 'failed', job, message, code: systemCode(error) });
}

async function end(job: number): Promise<void> {
  const file = files.get(job);
  files.delete(job);
  await file?.close();
}

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(blockSize);
  const fd = await openFile(path, 'r');
  try {
    for (let position = 0; ; position += buffer.length) {
      const length = await readFully(fd, buffer, position);
      hash.update(buffer.subarray(0, length));
      if (length < buffer.length) return hash.digest();
    }
  } finally {
    await closeFile(fd);
  }
}

function answer(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
