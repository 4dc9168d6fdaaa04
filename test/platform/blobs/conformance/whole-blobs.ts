import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBytes } from '../../../support/random-bytes.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { Collector, inChunks } from '../support/temporary-store.ts';
import {
  type BlobEngine,
  block,
  kib,
  openEmpty,
  readAll,
  reopened,
  sha256Of,
  storeBytes,
  storeRandom,
} from './engine.ts';

const checksumsOf = (bytes: Buffer): number[] =>
  Array.from({ length: Math.ceil(bytes.length / block) }, (_, index) =>
    crc32(bytes.subarray(index * block, (index + 1) * block)),
  );

/** Sizes at the limits of each code path: cached, small, transferred, checked. */
const sizes = fc
  .tuple(
    fc.constantFrom(0, 512, 64 * kib, 128 * kib, block, 2 * block, 5 * block),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([size, off]) => Math.max(0, size + off));

/** Blobs that arrive at once are stored, sent and removed. */
export function wholeBlobs(engine: BlobEngine): void {
  test('stores exactly the bytes sent, for any size and chunking', async () => {
    const { store, arriving } = await openEmpty(engine);
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 700_000 }), async (size, chunkSize) => {
        const bytes = randomBytes(size);
        const progress: number[] = [];
        const staged = await store.write(inChunks(bytes, Math.max(chunkSize, Math.ceil(size / 100))), {
          maxBytes: size,
          onProgress: (done) => progress.push(done),
        });
        expect(await store.has(staged.sha256)).toBe(false);
        await staged.commit();
        expect(staged).toMatchObject({ sha256: sha256Of(bytes), size, head: bytes.subarray(0, 512) });
        expect([...new Uint32Array(new Uint8Array(staged.checksums).buffer)]).toEqual(checksumsOf(bytes));
        expect(progress.at(-1) ?? 0).toBe(size);
        expect(await store.has(staged.sha256)).toBe(true);
        const out = new Collector();
        await store.sendTo(out, staged);
        expect(out.bytes.equals(bytes)).toBe(true);
        expect(out.writableEnded).toBe(true);
        expect(await store.verify(staged.sha256)).toEqual({ ok: true, actual: staged.sha256 });
        expect(await store.delete(staged.sha256)).toBe(true);
      }),
      {
        numRuns: randomRuns(40),
        examples: [
          [0, 1],
          [128 * kib, 1000],
          [128 * kib + 1, 1000],
          [block + 1, 700_000],
        ],
      },
    );
    expect(await arriving()).toEqual([]);
  });

  test('accepts a chunk larger than the memory limit of an upload', async () => {
    const { store } = await openEmpty(engine);
    const bytes = randomBytes(64 * block);
    const staged = await store.write(Readable.from([bytes]), { maxBytes: bytes.length });
    await staged.commit();
    expect(staged).toMatchObject({ sha256: sha256Of(bytes), size: bytes.length });
  });

  test('accepts any async iterable as source', async () => {
    const { store } = await openEmpty(engine);
    async function* source() {
      yield new Uint8Array([1, 2]);
      yield new Uint8Array([3]);
    }
    const staged = await store.write(source(), { maxBytes: 3 });
    expect(staged.sha256).toEqual(sha256Of(Buffer.from([1, 2, 3])));
    await staged.discard();
  });

  test('returns exactly the bytes of a range, sent or read', async () => {
    const { store } = await openEmpty(engine);
    const blobs = await Promise.all(
      [1000, 300 * kib, 3 * block + 17].map((size) => storeRandom(store, size)),
    );
    const near = fc
      .tuple(fc.constantFrom(0, block, 2 * block, 3 * block + 16), fc.integer({ min: -2, max: 2 }))
      .map(([at, off]) => at + off);
    const place = fc.oneof(near, fc.integer({ min: 0, max: 3 * block + 16 }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...blobs), place, place, async ({ bytes, stored }, a, b) => {
        const [start = 0, end = 0] = [a, b]
          .map((at) => Math.min(Math.max(at, 0), bytes.length - 1))
          .sort((x, y) => x - y);
        const wanted = bytes.subarray(start, end + 1);
        const out = new Collector();
        await store.sendTo(out, stored, { start, end });
        expect(out.bytes.equals(wanted)).toBe(true);
        const reader = await store.reader(stored, 'verified');
        expect((await reader.read(start, wanted.length)).equals(wanted)).toBe(true);
        await reader.close();
      }),
      { numRuns: randomRuns(100) },
    );
  });

  test('reads forwards, backwards and past the end with one reader', async () => {
    const { store } = await openEmpty(engine);
    const { bytes, stored } = await storeRandom(store, 2 * block + 100);
    for (const verified of ['verified', 'unverified'] as const) {
      const reader = await store.reader(stored, verified);
      for (const at of [0, 200 * kib, 2 * block, 10, block - 1]) {
        const expected = bytes.subarray(at, at + 200 * kib);
        expect((await reader.read(at, 200 * kib)).equals(expected), `${verified} at ${at}`).toBe(true);
      }
      expect(await reader.read(bytes.length, 10)).toHaveLength(0);
      await reader.close();
    }
  });

  test('stores the same content sent twice at once', async () => {
    const { store } = await openEmpty(engine);
    for (const size of [100, block + 1]) {
      const bytes = randomBytes(size);
      const staged = await Promise.all(
        [1, 2].map(() => store.write(inChunks(bytes, 10_000), { maxBytes: size })),
      );
      await Promise.all(staged.map((one) => one.commit()));
      for (const one of staged) expect((await readAll(store, one)).equals(bytes)).toBe(true);
    }
  });

  test('stores 64 concurrent uploads', async () => {
    const { store } = await openEmpty(engine);
    const contents = Array.from({ length: 64 }, (_, index) =>
      randomBytes(index % 2 ? block + index : 1000 + index),
    );
    const stored = await Promise.all(contents.map((bytes) => storeBytes(store, bytes)));
    expect(stored.map(({ sha256 }) => sha256)).toEqual(contents.map(sha256Of));
    expect(await Promise.all(stored.map(({ sha256 }) => store.verify(sha256)))).toEqual(
      stored.map(({ sha256 }) => ({ ok: true, actual: sha256 })),
    );
  });

  test('leaves nothing of a blob that was discarded or rolled back', async () => {
    const { store, arriving } = await openEmpty(engine);
    for (const size of [10, 2 * block]) {
      const discarded = await store.write(inChunks(randomBytes(size), 10_000), { maxBytes: size });
      await discarded.discard();
      const { stored } = await storeRandom(store, size);
      await stored.rollBack();
      for (const { sha256 } of [discarded, stored]) expect(await store.has(sha256)).toBe(false);
    }
    expect(await arriving()).toEqual([]);
  });

  test('does not find deleted content', async () => {
    const { store } = await openEmpty(engine);
    const { stored } = await storeRandom(store, 10);
    // Reads it often enough for the memory cache.
    for (let times = 0; times < 3; times += 1) await readAll(store, stored);
    expect(await store.delete(stored.sha256)).toBe(true);
    expect(await store.delete(stored.sha256)).toBe(false);
    expect(await store.verify(stored.sha256)).toEqual({ ok: false, actual: undefined });
    await expect(readAll(store, stored)).rejects.toMatchObject({ code: 'content_not_found' });
    await expect(store.reader(stored, 'verified')).rejects.toMatchObject({ code: 'content_not_found' });
  });

  test('finds what was stored before it was opened again', async () => {
    const first = await openEmpty(engine);
    const blobs = await Promise.all([0, 1000, 2 * block + 1].map((size) => storeRandom(first.store, size)));
    const { store } = await reopened(first);
    for (const { bytes, stored } of blobs) {
      expect(await store.has(stored.sha256)).toBe(true);
      expect((await readAll(store, stored)).equals(bytes)).toBe(true);
    }
  });

  test('keeps blobs without a row that were written since it was opened', async () => {
    const { store } = await openEmpty(engine);
    const { stored } = await storeRandom(store, 1000);
    expect(await store.removeOrphans((hashes) => hashes.map(() => false))).toBe(0);
    expect(await store.has(stored.sha256)).toBe(true);
  });

  test('reports free space below the size of the disk', async () => {
    const { store } = await openEmpty(engine);
    const { free, total } = await store.usage();
    expect(free).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(free);
  });
}
