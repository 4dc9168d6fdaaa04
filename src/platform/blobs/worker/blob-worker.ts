import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { ResumedFile } from '../partial/resumed-file.ts';
import { type Pace, readPaced } from '../read/paced-read.ts';
import { systemCode } from '../store/disk-errors.ts';
import { freeAtOnce } from '../store/free-memory.ts';
import { IncomingFile } from '../write/incoming-file.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** The thread that hashes large files while they are written or verified. */
const files = new Map<number, IncomingFile | ResumedFile>();
/** Jobs that can be aborted within a file. */
const reading = new Map<number, AbortController>();

/** Bytes between two progress reports of a copy. */
const reportEvery = 16 * 1024 * 1024;

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
    case 'block': {
      const block = Buffer.from(message.block);
      try {
        files.get(job)?.append(block.subarray(0, message.length));
      } finally {
        freeAtOnce(block);
        answer({ type: 'taken', job });
      }
      return;
    }
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
      answer({ type: 'hashed', job, sha256: await hashFile(job, message) });
      return;
    case 'copy': {
      const sha256 = await copy(job, message);
      if (files.delete(job)) answer({ type: 'written', job, sha256 });
      return;
    }
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
  reading.get(job)?.abort();
  const file = files.get(job);
  files.delete(job);
  await file?.close();
}

async function hashFile(job: number, { path, pace }: { path: string; pace: Pace }): Promise<Buffer> {
  const hash = createHash('sha256');
  await readInJob(job, path, pace, (bytes) => hash.update(bytes));
  return hash.digest();
}

async function copy(
  job: number,
  { from, path, pace }: { from: string; path: string; pace: Pace },
): Promise<Uint8Array> {
  const file = new IncomingFile(path);
  files.set(job, file);
  let unreported = 0;
  await readInJob(job, from, pace, (bytes) => {
    file.append(bytes);
    unreported += bytes.length;
    if (unreported < reportEvery) return;
    answer({ type: 'read', job, bytes: unreported });
    unreported = 0;
  });
  return (await file.finish()).sha256;
}

async function readInJob(
  job: number,
  path: string,
  pace: Pace,
  take: (bytes: Buffer) => void,
): Promise<void> {
  const controller = new AbortController();
  reading.set(job, controller);
  try {
    await readPaced(path, { pace, signal: controller.signal }, take);
  } finally {
    reading.delete(job);
  }
}

function answer(message: FromWorker): void {
  parentPort?.postMessage(message);
}
