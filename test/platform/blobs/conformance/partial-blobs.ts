import { PassThrough } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlobStore } from '../../../../src/platform/blobs/store/blob-store.ts';
import { blockSize } from '../../../../src/platform/blobs/store/blob-types.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { Collector, deferred, inChunks } from '../support/temporary-store.ts';
import { type BlobEngine, openEmpty, reopened, sha256Of } from './engine.ts';

const maxBytes = 10_000_000;

const append = (store: BlobStore, id: string, bytes: Buffer, start: number) =>
  store.partials.append(id, inChunks(bytes, 50_000), { start, maxBytes });

/**
 * Completes an upload and reads the file, from the start and from the middle, so that every block is checked.
 */
async function storeAndRead(store: BlobStore, id: string, size: number): Promise<Buffer> {
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
  expect(staged.sha256.equals(sha256Of(all.bytes))).toBe(true);
  return all.bytes;
}

/** Starts a part whose source stays open, and waits until its bytes have arrived. */
async function beginPart(store: BlobStore, id: string, start: number, bytes: Buffer, check?: () => void) {
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

/** Blobs that arrive in parts, also across restarts. */
export function partialBlobs(engine: BlobEngine): void {
  test('assembles files from parts of any size, interleaved with other uploads and restarts', async () => {
    const part = fc.record({
      id: fc.constantFrom('one', 'two', 'three'),
      length: fc.oneof(fc.constantFrom(0, 1, 128 * 1024, blockSize), fc.integer({ min: 0, max: 700_000 })),
      restart: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        let opened = await engine.open();
        const files = new Map<string, Buffer>();
        for (const { id, length, restart } of parts) {
          const known = files.get(id) ?? Buffer.alloc(0);
          const bytes = randomBytes(length);
          expect(await append(opened.store, id, bytes, known.length)).toEqual({
            size: known.length + length,
          });
          files.set(id, Buffer.concat([known, bytes]));
          if (restart) {
            await opened.close();
            opened = await opened.reopen();
          }
        }
        for (const [id, bytes] of files) {
          expect((await storeAndRead(opened.store, id, bytes.length)).equals(bytes)).toBe(true);
        }
        expect(await opened.arriving()).toEqual([]);
        await opened.close();
      }),
      { numRuns: randomRuns(16) },
    );
  });

  test('does not mix the parts of concurrent uploads', async () => {
    const { store } = await openEmpty(engine);
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
    const { store } = await openEmpty(engine);
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
      const opened = await openEmpty(engine);
      const { store } = opened;
      const bytes = randomBytes(900_000);
      await append(store, 'a', bytes.subarray(0, 100_000), 0);
      const part = await beginPart(store, 'a', 100_000, bytes.subarray(100_000, 500_000));
      if (by === 'signal') part.controller.abort(new Error('broken'));
      if (by === 'source') part.source.destroy(new Error('broken'));
      if (by === 'store') await opened.close();
      const { size, brokenOff } = (await part.outcome) as { size: number; brokenOff: { reason: unknown } };
      expect(brokenOff.reason).toMatchObject(
        by === 'store' ? { code: 'shutting_down' } : { message: 'broken' },
      );
      expect(size).toBe(500_000);

      const later = by === 'store' ? (await reopened(opened)).store : store;
      await append(later, 'a', bytes.subarray(size), size);
      expect((await storeAndRead(later, 'a', bytes.length)).equals(bytes)).toBe(true);
    },
  );

  test('reports the hash of a checked part, and keeps nothing of a refused or interrupted one', async () => {
    const { store } = await openEmpty(engine);
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
    expect(hashes).toEqual([sha256Of(first), sha256Of(second)]);
    expect((await storeAndRead(store, 'a', 1_200_000)).equals(Buffer.concat([first, second]))).toBe(true);
  });

  test('truncates bytes without an acknowledgement before the next part', async () => {
    const opened = await openEmpty(engine);
    const { store } = opened;
    const bytes = randomBytes(300_000);
    await append(store, 'a', bytes.subarray(0, 100_000), 0);
    await append(store, 'a', randomBytes(200_000), 100_000);
    expect(await append(store, 'a', bytes.subarray(100_000), 100_000)).toEqual({ size: 300_000 });
    expect(await store.partials.list()).toEqual(new Map([['a', 300_000]]));
    expect((await storeAndRead(store, 'a', 300_000)).equals(bytes)).toBe(true);
    expect(await opened.arriving()).toEqual([]);
  });

  test('refuses a file over the limit, by its announced size before reading and by its received bytes', async () => {
    const { store } = await openEmpty(engine);
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

  test('turns a blob that was rolled back into its upload', async () => {
    const { store } = await openEmpty(engine);
    const bytes = randomBytes(700_000);
    await append(store, 'a', bytes, 0);
    const staged = await store.partials.stage('a', bytes.length);
    await staged.commit();
    expect(await store.partials.list()).toEqual(new Map());
    await staged.rollBack();
    expect(await store.has(staged.sha256)).toBe(false);
    expect(await store.partials.list()).toEqual(new Map([['a', bytes.length]]));
    expect((await storeAndRead(store, 'a', bytes.length)).equals(bytes)).toBe(true);
  });

  test('cuts and removes an upload', async () => {
    const { store, arriving } = await openEmpty(engine);
    await append(store, 'a', randomBytes(1000), 0);
    expect(await store.partials.cut('a', 1001)).toBe(false);
    expect(await store.partials.cut('a', 400)).toBe(true);
    expect(await store.partials.list()).toEqual(new Map([['a', 400]]));
    await store.partials.remove('a');
    expect(await arriving()).toEqual([]);
    await expect(append(store, 'a', randomBytes(10), 400)).rejects.toMatchObject({
      code: 'upload_not_found',
    });
  });
}
