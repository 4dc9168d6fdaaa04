import { expect, test } from 'vitest';
import type { BlobWorkerClient } from '../../../src/platform/blobs/worker/blob-worker-client.ts';
import { ReceivingFiles } from '../../../src/platform/blobs/worker/receiving-files.ts';
import { WorkerFile } from '../../../src/platform/blobs/worker/worker-file.ts';
import { BlockFiller } from '../../../src/platform/blobs/write/block-filler.ts';
import { randomBytes } from '../../support/random-bytes.ts';

const MiB = 1024 * 1024;

type Job = Parameters<BlobWorkerClient['add']>[0];

/**
 * A file whose worker is controlled by the test, the bytes that it received, and those counted as written.
 * @param receiving the files that have blocks
 */
function heldFile(receiving = new ReceivingFiles()) {
  let job: Job | undefined;
  const given: Buffer[] = [];
  const blocks: ArrayBuffer[] = [];
  const file = new WorkerFile(
    {
      receiving,
      add: (added) => {
        job = added;
        return 1;
      },
      send: (message) => {
        if (message.type !== 'block') return;
        given.push(Buffer.from(Buffer.from(message.block, 0, message.length)));
        blocks.push(message.block);
      },
    },
    { type: 'write', path: '' },
  );
  let written = 0;
  const count = (bytes: number) => {
    written += bytes;
  };
  const filler = new BlockFiller(
    { file, send: (block, length, onWritten) => file.append(block, length, onWritten) },
    { cover: () => undefined, sent: () => {}, written: count, close: () => {} },
    { maxBytes: Number.POSITIVE_INFINITY },
  );
  const takeOne = () => job?.onTaken?.(blocks.shift() as ArrayBuffer);
  return { file, filler, given, written: () => written, takeOne, worker: () => job as Job };
}

test.each([
  { of: 'the only upload', others: 0, limit: 4, length: 4 * MiB },
  { of: 'one of two uploads', others: 1, limit: 3, length: MiB },
])(
  'sends the worker $limit blocks of $of at once, and more after each acknowledgement',
  async ({ others, limit, length }) => {
    const receiving = new ReceivingFiles();
    for (let other = 0; other < others; other += 1) receiving.add({});
    const { file, filler, given, written, takeOne } = heldFile(receiving);
    const bytes = randomBytes((limit + 5) * length);
    const appended = filler.append(bytes);
    expect(appended).toBeDefined();
    expect(file.takeBlock()).toBeUndefined();
    expect(Buffer.concat(given)).toHaveLength(limit * length);
    for (let taken = 1; taken <= 4; taken += 1) {
      takeOne();
      await new Promise(setImmediate);
      expect(Buffer.concat(given).length).toBe((limit + taken) * length);
      // What the worker still holds is not on the disk yet.
      expect(written()).toBe(taken * length);
    }
    takeOne();
    await appended;
    filler.end();
    expect(Buffer.concat(given).equals(bytes)).toBe(true);
  },
);

test('reuses no long block of an upload that has become one of several', () => {
  const receiving = new ReceivingFiles();
  const { file, filler, takeOne } = heldFile(receiving);
  filler.append(randomBytes(5 * MiB));
  takeOne();
  receiving.add({});
  expect(file.takeBlock()?.byteLength).toBe(MiB);
});

test('counts as one of several from its first block until a second after its end', () => {
  let now = 0;
  const receiving = new ReceivingFiles(() => now);
  const [one, other] = [heldFile(receiving), heldFile(receiving)];
  const lengthAt = (ms: number) => {
    now = ms;
    return other.file.takeBlock()?.byteLength;
  };
  expect(lengthAt(0)).toBe(4 * MiB);
  one.file.takeBlock();
  expect(lengthAt(100)).toBe(MiB);
  one.worker().onEnd({ type: 'cancelled', job: 1 });
  expect(lengthAt(1000)).toBe(MiB);
  expect(lengthAt(1200)).toBe(4 * MiB);
});

test('fails an upload that waits for the worker when the worker fails', async () => {
  const { filler, worker } = heldFile();
  const appended = filler.append(randomBytes(20 * MiB));
  worker().onEnd({ type: 'failed', job: 1, message: 'no room', code: 'ENOSPC' });
  await expect(appended).rejects.toMatchObject({ code: 'ENOSPC' });
});
