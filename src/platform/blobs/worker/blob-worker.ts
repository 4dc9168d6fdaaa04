import { createHash } from 'node:crypto';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { TransientMap } from '../../../core/concurrency/transient-map.ts';
import { TransientSet } from '../../../core/concurrency/transient-set.ts';
import { ResumedFile } from '../partial/resumed-file.ts';
import { type ReadRate, readPaced } from '../read/paced-read.ts';
import { systemCode } from '../store/system-code.ts';
import { DurableFile } from '../write/durable-file.ts';
import { IncomingFile } from '../write/incoming-file.ts';
import type { FromWorker, JobEnd, ToWorker } from './worker-messages.ts';

/** The thread that hashes large files while they are written or verified. */
const files = new TransientMap<number, IncomingFile | DurableFile>();
/** Jobs that can be aborted within a file. */
const reading = new TransientMap<number, AbortController>();
/** Jobs without a reported end; several messages of a job may fail, and a cancelled read fails as well. */
const open = new TransientSet<number>();

// Elsewhere than on Linux this would change the whole process.
if (process.platform === 'linux') lowerPriority();

/** Bytes between two progress reports of a copy. */
const reportEveryBytes = 16 * 1024 * 1024;

parentPort?.on('message', (message: ToWorker) => {
  handle(message).catch((error: unknown) => fail(message.job, error));
});

/** Lets the main thread respond to requests first, where the system permits it. */
function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  try {
    setPriority(Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch {
    // The thread keeps the priority of the process.
  }
}

async function handle(message: ToWorker): Promise<void> {
  const { job } = message;
  // Every message with a path begins a job.
  if ('path' in message) open.add(job);
  switch (message.type) {
    case 'write':
      files.set(job, new IncomingFile(message.path));
      return;
    case 'resume': {
      const file = new ResumedFile(message.path);
      files.set(job, file);
      await file.catchUp(message.size);
      post({ type: 'stepped', job });
      return;
    }
    case 'block': {
      const { block, length } = message;
      try {
        await files.get(job)?.append(new Uint8Array(block, 0, length));
      } finally {
        post({ type: 'taken', job, block }, [block]);
      }
      return;
    }
    case 'part':
      resumed(job)?.beginPart(message.hashed);
      return;
    case 'keep': {
      const sha256 = await resumed(job)?.keep();
      if (files.has(job)) post({ type: 'stepped', job, sha256 });
      return;
    }
    case 'cut':
      await resumed(job)?.cut();
      if (files.has(job)) post({ type: 'stepped', job });
      return;
    case 'finish': {
      const file = files.get(job);
      if (file instanceof IncomingFile) await end({ type: 'written', job, ...(await file.finish()) });
      return;
    }
    case 'cancel':
      await end({ type: 'cancelled', job });
      return;
    case 'hash':
      await end({ type: 'hashed', job, sha256: await hashFile(job, message) });
      return;
    case 'copy':
      await end({ type: 'hashed', job, sha256: await copy(job, message) });
      return;
  }
}

function resumed(job: number): ResumedFile | undefined {
  const file = files.get(job);
  return file instanceof ResumedFile ? file : undefined;
}

async function fail(job: number, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await end({ type: 'failed', job, message, code: systemCode(error) });
}

/** Closes the files of a job and reports its end, unless it has ended before. */
async function end(message: JobEnd): Promise<void> {
  const { job } = message;
  if (!open.delete(job)) return;
  reading.get(job)?.abort();
  const file = files.get(job);
  files.delete(job);
  // What is kept is synced by now, so a failed close changes nothing.
  await file?.close().catch(() => {});
  post(message);
}

async function hashFile(job: number, { path, pace }: { path: string; pace: ReadRate }): Promise<Buffer> {
  const hash = createHash('sha256');
  await readInJob(job, path, pace, (bytes) => void hash.update(bytes));
  return hash.digest();
}

async function copy(
  job: number,
  { from, path, pace }: { from: string; path: string; pace: ReadRate },
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
    if (unreported < reportEveryBytes) return;
    post({ type: 'read', job, bytes: unreported });
    unreported = 0;
  });
  await file.sync();
  await file.close();
  return hash.digest();
}

async function readInJob(
  job: number,
  path: string,
  pace: ReadRate,
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

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
