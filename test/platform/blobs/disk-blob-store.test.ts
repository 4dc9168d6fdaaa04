import { createHash, randomBytes } from 'node:crypto';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  Collector,
  filesOf,
  hashesOf,
  inChunks,
  openStore,
  pathOf,
  storeBytes,
  temporaryFolder,
  temporaryStore,
} from './support/temporary-store.ts';

const kib = 1024;
const block = 512 * kib;

const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

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

test('stores exactly the bytes sent, for any size and chunking', async () => {
  const { store, dataDir } = await temporaryStore();
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
      numRuns: 40,
      examples: [
        [0, 1],
        [128 * kib, 1000],
        [128 * kib + 1, 1000],
        [block + 1, 700_000],
      ],
    },
  );
  expect(await filesOf(dataDir)).toEqual([]);
});

test('accepts a chunk larger than the memory limit of an upload', async () => {
  const { store } = await temporaryStore();
  const bytes = randomBytes(64 * block);
  const staged = await store.write(Readable.from([bytes]), { maxBytes: bytes.length });
  await staged.commit();
  expect(staged).toMatchObject({ sha256: sha256Of(bytes), size: bytes.length });
});

test('returns exactly the bytes of a range', async () => {
  const { store } = await temporaryStore();
  const blobs = await Promise.all(
    [1000, 300 * kib, 3 * block + 17].map(async (size) => {
      const bytes = randomBytes(size);
      return { bytes, stored: await storeBytes(store, bytes) };
    }),
  );
  const near = fc
    .tuple(fc.constantFrom(0, block, 2 * block, 3 * block + 16), fc.integer({ min: -2, max: 2 }))
    .map(([at, off]) => at + off);
  const place = fc.oneof(near, fc.integer({ min: 0, max: 3 * block + 16 }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...blobs), place, place, async ({ bytes, stored }, a, b) => {
      const [start, end] = [a, b]
        .map((at) => Math.min(Math.max(at, 0), bytes.length - 1))
        .sort((x, y) => x - y);
      const out = new Collector();
      await store.sendTo(out, stored, { start: start ?? 0, end: end ?? 0 });
      expect(out.bytes.equals(bytes.subarray(start, (end ?? 0) + 1))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('accepts any async iterable as source', async () => {
  const { store } = await temporaryStore();
  async function* source() {
    yield new Uint8Array([1, 2]);
    yield new Uint8Array([3]);
  }
  const staged = await store.write(source(), { maxBytes: 3 });
  expect(staged.sha256).toEqual(sha256Of(Buffer.from([1, 2, 3])));
});

test('creates files that only the owner can read', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const store = await openStore({ dataDir });
  const [small, large] = await Promise.all([
    storeBytes(store, randomBytes(10)),
    storeBytes(store, randomBytes(block)),
  ]);
  const modes = await Promise.all(
    ['', 'blobs', 'incoming', 'blobs/00', 'blobs/ff']
      .map((folder) => join(dataDir, folder))
      .concat([small, large].map(({ sha256 }) => pathOf(dataDir, sha256)))
      .map(async (path) => ((await stat(path)).mode & 0o777).toString(8)),
  );
  expect(modes).toEqual(['700', '700', '700', '700', '700', '600', '600']);
});

test('stores the same content sent twice at once as one file', async () => {
  const { store, dataDir } = await temporaryStore();
  for (const size of [100, block + 1]) {
    const bytes = randomBytes(size);
    const staged = await Promise.all(
      [1, 2].map(() => store.write(inChunks(bytes, 10_000), { maxBytes: size })),
    );
    await Promise.all(staged.map((one) => one.commit()));
  }
  expect(await filesOf(dataDir)).toHaveLength(2);
});

test('stores 64 concurrent uploads', async () => {
  const { store } = await temporaryStore();
  const contents = Array.from({ length: 64 }, (_, index) =>
    randomBytes(index % 2 ? block + index : 1000 + index),
  );
  const stored = await Promise.all(contents.map((bytes) => storeBytes(store, bytes)));
  expect(stored.map(({ sha256 }) => sha256)).toEqual(contents.map(sha256Of));
  expect(await Promise.all(stored.map(({ sha256 }) => store.verify(sha256)))).toEqual(
    stored.map(({ sha256 }) => ({ ok: true, actual: sha256 })),
  );
});

test('leaves no files of a discarded content', async () => {
  const { store, dataDir } = await temporaryStore();
  for (const size of [10, 2 * block]) {
    const staged = await store.write(inChunks(randomBytes(size), 10_000), { maxBytes: size });
    await staged.discard();
  }
  expect(await filesOf(dataDir)).toEqual([]);
});

test('lists contents in order', async () => {
  const { store } = await temporaryStore();
  const stored = await Promise.all(Array.from({ length: 20 }, () => storeBytes(store, randomBytes(10))));
  expect(await hashesOf(store)).toEqual(stored.map(({ sha256 }) => sha256).sort(Buffer.compare));
});

test('does not find deleted content', async () => {
  const { store } = await temporaryStore();
  const stored = await storeBytes(store, randomBytes(10));
  // Reads it often enough for the memory cache.
  for (let times = 0; times < 3; times += 1) await store.sendTo(new Collector(), stored);
  expect(await store.delete(stored.sha256)).toBe(true);
  expect(await store.delete(stored.sha256)).toBe(false);
  expect(await store.verify(stored.sha256)).toEqual({ ok: false, actual: undefined });
  await expect(store.sendTo(new Collector(), stored)).rejects.toMatchObject({ code: 'content_not_found' });
});

test('removes only orphans of an earlier run', async () => {
  const dataDir = await temporaryFolder();
  const earlier = await openStore({ dataDir });
  const [known, orphan, returning] = await Promise.all(
    [1, 2, 3].map(() => storeBytes(earlier, randomBytes(100))),
  );
  if (!known || !orphan || !returning) throw new Error('three were stored');
  for (const { sha256 } of [known, orphan, returning]) await utimes(pathOf(dataDir, sha256), 1, 1);
  await earlier.close();

  const store = await openStore({ dataDir });
  const fresh = await storeBytes(store, randomBytes(100));
  const stagedAgain = await copyOf(store, returning);
  const removed = await store.removeOrphans(async (hashes) => {
    const answer = hashes.map((sha256) => sha256.equals(known.sha256));
    // The upload of an orphan's content ends between the check and the removal of the sweep.
    if (hashes.some((sha256) => sha256.equals(returning.sha256))) await stagedAgain.commit();
    return answer;
  });
  expect(removed).toBe(1);
  const left = [known, returning, fresh].map(({ sha256 }) => store.verify(sha256));
  expect((await Promise.all(left)).every(({ ok }) => ok)).toBe(true);
  expect(await store.has(orphan.sha256)).toBe(false);
});

test('reports free space below the size of the disk', async () => {
  const { store } = await temporaryStore();
  const { free, total } = await store.usage();
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThan(free);
});

async function copyOf(
  store: Awaited<ReturnType<typeof openStore>>,
  stored: Awaited<ReturnType<typeof storeBytes>>,
) {
  const out = new Collector();
  await store.sendTo(out, stored);
  return store.write(Readable.from([out.bytes]), { maxBytes: stored.size });
}
