import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FromWorker, ToWorker } from '../../../src/platform/blobs/worker/worker-messages.ts';
import { limitFileSize } from '../../chain/embedded/limit-file-size.ts';
import { temporaryFolder } from './support/temporary-store.ts';

const MiB = 1024 * 1024;

let worker: Worker;
let folder: string;
let received: FromWorker[];
beforeEach(async () => {
  folder = await temporaryFolder();
  received = [];
  start();
  await once(worker, 'online');
});
afterEach(() => worker.terminate());

function start(options?: WorkerOptions): void {
  worker = new Worker(new URL('../../../src/platform/blobs/worker/blob-worker.ts', import.meta.url), options);
  worker.on('message', (message: FromWorker) => received.push(message));
}

const send = (message: ToWorker): void => worker.postMessage(message);

/** Returns the ends of the job; the end of a later job shows that nothing of it is under way. */
async function endsOf(job: number): Promise<string[]> {
  const later = job + 1;
  const path = join(folder, 'later');
  writeFileSync(path, 'x');
  await expect.poll(() => received.some((message) => message.job === job)).toBe(true);
  send({ type: 'hash', job: later, path, pace: 'half' });
  await expect.poll(() => received.some((message) => message.job === later)).toBe(true);
  const steps = ['taken', 'stepped', 'read'];
  return received
    .filter((message) => message.job === job)
    .flatMap(({ type }) => (steps.includes(type) ? [] : [type]));
}

test.runIf(process.platform === 'linux')('reports one failure of a file whose blocks all fail', async () => {
  send({ type: 'write', job: 1, path: join(folder, 'file') });
  const restore = limitFileSize(MiB);
  try {
    for (let block = 0; block < 4; block += 1)
      send({ type: 'block', job: 1, block: new ArrayBuffer(MiB), length: MiB });
    await expect.poll(() => received.filter(({ type }) => type === 'taken')).toHaveLength(4);
    expect(await endsOf(1)).toEqual(['failed']);
  } finally {
    restore();
  }
});

test.each(['hash', 'copy'] as const)('reports one end of a cancelled %s', async (type) => {
  const from = join(folder, 'from');
  writeFileSync(from, Buffer.alloc(8 * MiB));
  const paced = { job: 1, pace: MiB };
  send(
    type === 'hash' ? { type, path: from, ...paced } : { type, from, path: join(folder, 'copy'), ...paced },
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  send({ type: 'cancel', job: 1 });
  expect(await endsOf(1)).toEqual(['cancelled']);
});

test('works where the system forbids a change of the priority, as the service unit does', async () => {
  const forbid = `
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.setPriority = () => { throw new Error('EPERM'); };
    syncBuiltinESMExports();`;
  await worker.terminate();
  start({ execArgv: ['--import', `data:text/javascript,${encodeURIComponent(forbid)}`] });
  const failures: Error[] = [];
  worker.on('error', (error: Error) => failures.push(error));
  const path = join(folder, 'file');
  writeFileSync(path, 'x');
  send({ type: 'hash', job: 1, path, pace: 'half' });
  await expect.poll(() => received.length + failures.length).toBe(1);
  expect(failures).toEqual([]);
  expect(await endsOf(1)).toEqual(['hashed']);
});
