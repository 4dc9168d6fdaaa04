import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { ResumedFile } from '../partial/resumed-file.ts';
import { type Pace, readPaced } from '../read/paced-read.ts';
import { systemCode } from '../store/disk-errors.ts';
import { DurableFile } from '../write/durable-file.ts';
import { IncomingFile } from '../write/incoming-file.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** The thread that hashes large files while they are written or verified. */
const files = new Map<number, IncomingFile | DurableFile>();
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
      const { block, length } = message;
      try {
        await files.get(job)?.append(new Uint8Array(block, 0, length));
      } finally {
        answer({ type: 'taken', job, block }, [block]);
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
      await resumed(job)?.cut();
      if (files.has(job)) answer({ type: 'stepped', job });
      return;
    case 'finish': {
      const file = files.get(job);
      const hashed = file instanceof IncomingFile ? await file.finish() : undefined;
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
      if (files.delete(job)) answer({ type: 'hashed', job, sha256 });
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
  await readInJob(job, path, pace, (bytes) => void hash.update(bytes));
  return hash.digest();
}

async function copy(
  job: number,
  { from, path, pace }: { from: string; path: string; pace: Pace },
): Promise<Uint8Array> {
  const file = new DurableFile(path, 'wx');
  const hash = createHash('sha256');
  files.set(job, file);
  let unreported = 0;
  await readInJob(job, from, pace, async (bytes) => {
    const written = file.append(bytes);
    hash.update(bytes);
    await written;
    unreported += bytes.length;
    if (unreported < reportEvery) return;
    answer({ type: 'read', job, bytes: unreported });
    unreported = 0;
  });
  await file.sync();
  await file.close();
  return hash.digest();
}

async function readInJob(
  job: number,
  path: string,
  pace: Pace,
  take: (bytes: Buffer) => Promise<void> | void,
): Promise<void> {
  const controller = new AbortController();
  reading.set(job, controller);
  try {
    await readPaced(path, { pace, signal: controller.signal }, take);
  } finally {
    reading.delete(job);
  }
}

function answer(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
