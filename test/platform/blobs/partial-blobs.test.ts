import { createHash, randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockSize } from '../../../src/platform/blobs/store/blob-types.ts';
import type { DiskBlobStore } from '../../../src/platform/blobs/store/disk-blob-store.ts';
import {
  Collector,
  deferred,
  filesOf,
  inChunks,
  openStore,
  temporaryFolder,
  temporaryStore,
} from './support/temporary-store.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const maxBytes = 10_000_000;

const append = (store: DiskBlobStore, id: string, bytes: Buffer, start: number) =>
  store.partials.append(id, inChunks(bytes, 50_000), { start, maxBytes });

/**
 * Completes an upload and reads the file, from the start and from the middle, so that every block is checked.
 */
async function storeAndRead(store: DiskBlobStore, id: string, size: number): Promise<Buffer> {
  const staged = await store.partials.stage(id, size);
  await staged.commit();
  const all = new Collector();
  await store.sendTo(all, staged);
  if (size > 0) {
    const part = new Collector();
    const range = { start: Math.floor(size / 2), end: size - 1 };
    await store.sendTo(part, staged, range);
    expect(part.bytes.equals(all.bytes.subarray(range.start))).toBe(true);
  }
  expect(staged.sha256.equals(sha256(all.bytes))).toBe(true);
  return all.bytes;
}

/** Starts a part whose source stays open, and waits until its bytes have arrived. */
async function beginPart(store: DiskBlobStore, id: string, start: number, bytes: Buffer, check?: () => void) {
  const source = new PassThrough();
  const controller = new AbortController();
  const { promise: arrived, resolve } = deferred();
  const { signal } = controller;
  const onProgress = (size: number) => size >= start + bytes.length && resolve();
  const outcome = store.partials.append(id, source, { start, maxBytes, signal, onProgress, check });
  inChunks(bytes, 50_000).pipe(source, { end: false });
  await arrived;
  return { source, controller, outcome };
}

test('assembles files from parts of any size, interleaved with other uploads and restarts', async () => {
  const part = fc.record({
    id: fc.constantFrom('one', 'two', 'three'),
    length: fc.oneof(fc.constantFrom(0, 1, 128 * 1024, blockSize), fc.integer({ min: 0, max: 700_000 })),
    restart: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
      const dataDir = await temporaryFolder();
      let store = await openStore({ dataDir });
      const files = new Map<string, Buffer>();
      for (const { id, length, restart } of parts) {
        const known = files.get(id) ?? Buffer.alloc(0);
        const bytes = randomBytes(length);
        expect(await append(store, id, bytes, known.length)).toEqual({ size: known.length + length });
        files.set(id, Buffer.concat([known, bytes]));
        if (restart) {
          await store.close();
          store = await openStore({ dataDir });
        }
      }
      for (const [id, bytes] of files) {
        expect((await storeAndRead(store, id, bytes.length)).equals(bytes)).toBe(true);
      }
      expect((await filesOf(dataDir)).filter((file) => file.startsWith('uploads'))).toEqual([]);
      await store.close();
    }),
    { numRuns: 10 },
  );
});

test('does not mix the parts of concurrent uploads', async () => {
  const { store } = await temporaryStore();
  // More than the number of uploads that stay open between two parts.
  const files = Array.from({ length: 20 }, (_, index) => ({
    id: `upload-${index}`,
    bytes: randomBytes(600_000),
  }));
  for (const from of [0, 200_000, 400_000]) {
    await Promise.all(
      files.map(({ id, bytes }) => append(store, id, bytes.subarray(from, from + 200_000), from)),
    );
  }
  for (const { id, bytes } of files) {
    expect((await storeAndRead(store, id, bytes.length)).equals(bytes)).toBe(true);
  }
});

test('returns the same checksums as for a whole upload', async () => {
  const { store } = await temporaryStore();
  const bytes = randomBytes(blockSize + 1000);
  await append(store, 'a', bytes.subarray(0, 300_000), 0);
  await append(store, 'a', bytes.subarray(300_000), 300_000);
  const staged = await store.partials.stage('a', bytes.length);
  const expected = Buffer.alloc(8);
  expected.writeUInt32LE(crc32(bytes.subarray(0, blockSize)), 0);
  expected.writeUInt32LE(crc32(bytes.subarray(blockSize)), 4);
  expect(staged).toMatchObject({ size: bytes.length, checksums: expected, head: bytes.subarray(0, 512) });
  await staged.discard();
});

test.each(['signal', 'source', 'store'] as const)(
  'keeps the received bytes of a part that its %s interrupts',
  async (by) => {
    const { store, dataDir } = await temporaryStore();
    const bytes = randomBytes(900_000);
    await append(store, 'a', bytes.subarray(0, 100_000), 0);
    const part = await beginPart(store, 'a', 100_000, bytes.subarray(100_000, 500_000));
    if (by === 'signal') part.controller.abort(new Error('broken'));
    if (by === 'source') part.source.destroy(new Error('broken'));
    if (by === 'store') await store.close();
    const { size, brokenOff } = (await part.outcome) as { size: number; brokenOff: { reason: unknown } };
    expect(brokenOff.reason).toMatchObject(
      by === 'store' ? { code: 'shutting_down' } : { message: 'broken' },
    );
    expect(size).toBe(500_000);

    const later = by === 'store' ? await openStore({ dataDir }) : store;
    await append(later, 'a', bytes.subarray(size), size);
    expect((await storeAndRead(later, 'a', bytes.length)).equals(bytes)).toBe(true);
  },
);

test('reports the hash of a checked part, and keeps nothing of a refused or interrupted one', async () => {
  const { store } = await temporaryStore();
  const [first, second] = [randomBytes(700_000), randomBytes(500_000)];
  const hashes: Buffer[] = [];
  const put = (bytes: Buffer, start: number, check = (hash: Buffer) => void hashes.push(hash)) =>
    store.partials.append('a', inChunks(bytes, 50_000), { start, maxBytes, check });
  await put(first, 0);
  const refusal = put(randomBytes(250_000), 700_000, () => {
    throw new Error('wrong');
  });
  await expect(refusal).rejects.toThrow('wrong');
  const broken = await beginPart(store, 'a', 700_000, randomBytes(250_000), () => {});
  broken.source.destroy(new Error('broken'));
  await expect(broken.outcome).rejects.toThrow('broken');

  expect(await put(second, 700_000)).toEqual({ size: 1_200_000 });
  expect(hashes).toEqual([sha256(first), sha256(second)]);
  expect((await storeAndRead(store, 'a', 1_200_000)).equals(Buffer.concat([first, second]))).toBe(true);
});

test('truncates bytes without an acknowledgement before the next part', async () => {
  const { store, dataDir } = await temporaryStore();
  const bytes = randomBytes(300_000);
  await append(store, 'a', bytes.subarray(0, 100_000), 0);
  await append(store, 'a', randomBytes(200_000), 100_000);
  expect(await append(store, 'a', bytes.subarray(100_000), 100_000)).toEqual({ size: 300_000 });
  expect(await store.partials.list()).toEqual(new Map([['a', 300_000]]));
  expect((await storeAndRead(store, 'a', 300_000)).equals(bytes)).toBe(true);
  expect(await filesOf(dataDir)).toHaveLength(1);
});

test('reports an upload whose bytes were lost', async () => {
  const { store, dataDir } = await temporaryStore();
  await append(store, 'a', randomBytes(1000), 0);
  await store.close();
  await truncate(join(dataDir, 'uploads', 'a.part'), 999);
  const later = await openStore({ dataDir });
  for (const id of ['a', 'never begun']) {
    await expect(append(later, id, randomBytes(10), 1000)).rejects.toMatchObject({
      code: 'upload_not_found',
    });
  }
});

test('refuses a file over the limit, by its announced size before reading and by its received bytes', async () => {
  const { store } = await temporaryStore();
  await append(store, 'a', randomBytes(400_000), 0);
  const put = (sizeHint?: number) =>
    store.partials.append('a', inChunks(randomBytes(200_000), 50_000), {
      start: 400_000,
      maxBytes: 500_000,
      sizeHint,
    });
  await expect(put(200_000)).rejects.toMatchObject({ code: 'payload_too_large' });
  await expect(put()).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(await store.partials.list()).toEqual(new Map([['a', 400_000]]));
});
