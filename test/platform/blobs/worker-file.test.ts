import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BlobWorkerClient } from '../../../src/platform/blobs/worker/blob-worker-client.ts';
import { WorkerFile } from '../../../src/platform/blobs/worker/worker-file.ts';
import { BlockFiller } from '../../../src/platform/blobs/write/block-filler.ts';

type Job = Parameters<BlobWorkerClient['add']>[0];

/** A file whose worker does what the test says, and the bytes that it was given. */
function heldFile() {
  let job: Job | undefined;
  const given: Buffer[] = [];
  const file = new WorkerFile(
    {
      add: (added) => {
        job = added;
        return 1;
      },
      send: (message) => {
        if (message.type === 'block') given.push(Buffer.from(message.block, 0, message.length));
      },
    },
    { type: 'write', path: '' },
  );
  const filler = new BlockFiller(
    { file, send: (block, length) => file.append(block, length) },
    { cover: () => undefined, written: () => {}, close: () => {} },
    { maxBytes: Number.POSITIVE_INFINITY },
  );
  return { file, filler, given, worker: () => job as Job };
}

test('an upload gives the worker half a MiB at once, and more when that is taken', async () => {
  const { file, filler, given, worker } = heldFile();
  const bytes = randomBytes(2 * 1024 * 1024);
  const appended = filler.append(bytes);
  expect(appended).toBeDefined();
  expect(file.isFull).toBe(true);
  expect(Buffer.concat(given)).toHaveLength(512 * 1024);
  for (let taken = 1; taken <= 12; taken += 1) {
    worker().onTaken?.();
    await new Promise(setImmediate);
    expect(Buffer.concat(given).length).toBeLessThanOrEqual(512 * 1024 + taken * 128 * 1024);
  }
  await appended;
  filler.end();
  expect(Buffer.concat(given).equals(bytes)).toBe(true);
});

test('an upload that waits for the worker ends when the worker fails', async () => {
  const { filler, worker } = heldFile();
  const appended = filler.append(randomBytes(1024 * 1024));
  worker().onEnd({ type: 'failed', job: 1, message: 'no room', code: 'ENOSPC' });
  await expect(appended).rejects.toMatchObject({ code: 'ENOSPC' });
});
