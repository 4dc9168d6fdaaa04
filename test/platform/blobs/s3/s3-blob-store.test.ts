import { Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { ContentRepository } from '../../../../src/features/content/index.ts';
import { patience } from '../../../support/patience.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import type { Fault } from '../../../support/s3/fault-proxy.ts';
import { block, readAll, storeBytes, storeRandom } from '../conformance/engine.ts';
import { Collector, filesOf, inChunks, pathOf } from '../support/temporary-store.ts';
import { flipInFile } from './open-s3-store.ts';
import { dayMs, startFaultyStore } from './start-faulty-store.ts';

/** Spoils the first of the requests with this method. */
function first(method: string, fault: Fault) {
  let isOver = false;
  return (request: { method: string }) => {
    if (isOver || request.method !== method) return undefined;
    isOver = true;
    return fault;
  };
}

test.each<[string, Fault]>([
  ['an error', { kind: 'status', status: 503 }],
  ['a lost connection', { kind: 'reset' }],
  ['an answer that is cut off', { kind: 'truncate', bytes: block + 1000 }],
  ['a bit that was changed on the way', { kind: 'flip' }],
])('sends the right bytes after %s', async (_, fault) => {
  const { store, proxy } = await startFaultyStore();
  const { bytes, stored } = await storeRandom(store, 3 * block + 5);
  proxy.fault = first('GET', fault);
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  proxy.fault = first('GET', fault);
  const reader = await store.reader(stored, 'verified');
  expect((await reader.read(100, 2 * block)).equals(bytes.subarray(100, 2 * block + 100))).toBe(true);
  await reader.close();
});

test.each<[string, Fault]>([
  ['an error', { kind: 'status', status: 500 }],
  ['a lost connection', { kind: 'reset' }],
  ['a lost answer', { kind: 'lose answer' }],
])('stores a blob in spite of %s', async (_, fault) => {
  const { store, proxy } = await startFaultyStore();
  proxy.fault = first('PUT', fault);
  const { bytes, stored } = await storeRandom(store, block + 5);
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
});

test('says that it is busy while the bucket does not answer, and loses nothing', async () => {
  const { store, proxy, arriving } = await startFaultyStore();
  const { bytes, stored } = await storeRandom(store, 2 * block);
  proxy.fault = () => ({ kind: 'status', status: 503 });
  const busy = { code: 'too_busy' };
  const out = new Collector();
  await expect(store.sendTo(out, stored)).rejects.toMatchObject(busy);
  expect(out.destroyed).toBe(false);
  await expect(store.has(stored.sha256)).rejects.toMatchObject(busy);
  await expect(store.verify(stored.sha256)).rejects.toMatchObject(busy);
  await expect(store.quarantine.add(stored.sha256)).rejects.toMatchObject(busy);
  await expect(storeRandom(store, 1000)).rejects.toMatchObject(busy);
  expect(await arriving()).toEqual([]);
  proxy.fault = () => undefined;
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
});

test('keeps the parts of an upload that cannot be copied into the bucket', async () => {
  const { store, proxy } = await startFaultyStore();
  const bytes = randomBytes(700_000);
  const append = (start: number, end: number) => {
    const part = inChunks(bytes.subarray(start, end), 50_000);
    return store.partials.append('a', part, { start, maxBytes: bytes.length });
  };
  await append(0, 300_000);
  proxy.fault = () => ({ kind: 'reset' });
  await expect(append(300_000, 500_000)).rejects.toMatchObject({ code: 'too_busy' });
  proxy.fault = () => undefined;
  expect(await append(300_000, bytes.length)).toEqual({ size: bytes.length });
  const staged = await store.partials.stage('a', bytes.length);
  await staged.commit();
  expect((await readAll(store, staged)).equals(bytes)).toBe(true);
});

test('splits a large blob into segments, and reads across their border', async () => {
  const { store, index, s3 } = await startFaultyStore();
  const segment = 64 * 1024 ** 2;
  const { bytes, stored } = await storeRandom(store, segment + block + 7);
  const segments = index.of(stored.sha256);
  expect(segments.map(({ size }) => size)).toEqual([segment, block + 7]);
  expect([...s3.objects.keys()].sort()).toEqual(segments.map(({ key }) => key).sort());
  const range = { start: segment - 10, end: segment + 10 };
  const out = new Collector();
  await store.sendTo(out, stored, range);
  expect(out.bytes.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  expect(await store.verify(stored.sha256)).toMatchObject({ ok: true });
});

test('deletes segments a day after they belong to no blob, and no others', async () => {
  let now = Date.now();
  const { store, s3, proxy, db, index } = await startFaultyStore({ clock: () => now });
  const { bytes, stored } = await storeRandom(store, 1000);
  const kept = await storeRandom(store, 1000);
  const contents = new ContentRepository(db);
  const row = { contentType: 'text/plain', name: '', title: '', uploadedBy: 'owner', createdAt: now };
  await contents.add({ ...kept.stored, ...row });
  await storeBytes(store, bytes);
  const refused = (await storeRandom(store, 500)).stored;
  await refused.rollBack();
  // The object is stored, but the node gets no answer.
  proxy.fault = ({ method }) => (method === 'PUT' ? { kind: 'lose answer' } : undefined);
  await expect(storeRandom(store, 2000)).rejects.toMatchObject({ code: 'too_busy' });
  proxy.fault = () => undefined;
  expect(s3.objects.size).toBe(5);
  now += dayMs - 60_000;
  expect(await store.collector.collect()).toBe(0);
  now += 120_000;
  // `stored` has no row either, as after a crash.
  expect(await store.collector.collect()).toBe(4);
  expect(s3.objects.size).toBe(1);
  expect((await readAll(store, kept.stored)).equals(kept.bytes)).toBe(true);
  expect(index.of(stored.sha256)).toEqual([]);
  await contents.remove(kept.stored.sha256);
  expect(index.of(kept.stored.sha256)).toEqual([]);
  now += 2 * dayMs;
  expect(await store.collector.collect()).toBe(1);
});

test('keeps local copies within their limit, and reads the others from the bucket', async () => {
  const { store, proxy, dataDir } = await startFaultyStore({ cacheBytes: 3_000_000 });
  const blobs = [];
  for (let count = 0; count < 6; count += 1) blobs.push(await storeRandom(store, 1_000_000));
  const files = async () => (await filesOf(dataDir)).filter((file) => file.startsWith('blobs'));
  await vi.waitFor(async () => expect(await files()).toHaveLength(3), patience);
  const before = proxy.requests;
  for (const { bytes, stored } of blobs.slice(3)) {
    expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  }
  expect(proxy.requests).toBe(before);
  for (const { bytes, stored } of blobs.slice(0, 3)) {
    expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  }
  expect(proxy.requests).toBe(before + 3);
});

test('copies a small blob at its first read, and a larger one when it is read again', async () => {
  const { store, proxy, dataDir } = await startFaultyStore({ cacheBytes: 100_000_000 });
  for (const [size, reads] of [
    [1000, 2],
    [2_000_000, 2],
  ] as const) {
    const { bytes, stored } = await storeRandom(store, size);
    await flipInFile(pathOf(dataDir, stored.sha256), 0);
    // Its damage is found, and the blob read from the bucket.
    for (let count = 0; count < reads; count += 1) {
      expect((await readAll(store, stored)).equals(bytes)).toBe(true);
    }
    await vi.waitFor(
      async () => expect(await filesOf(dataDir)).toContain(pathOf('', stored.sha256)),
      patience,
    );
    const before = proxy.requests;
    await vi.waitFor(async () => {
      expect((await readAll(store, stored)).equals(bytes)).toBe(true);
      expect(await readAll(store, stored)).toHaveLength(size);
    }, patience);
    expect(proxy.requests).toBeLessThanOrEqual(before + 1);
  }
});

test('sends the right bytes or none, whatever happens on the way', async () => {
  const { store, proxy } = await startFaultyStore();
  const faults: (Fault | undefined)[] = [
    { kind: 'status', status: 503 },
    { kind: 'reset' },
    { kind: 'truncate', bytes: 300_000 },
    { kind: 'flip' },
    { kind: 'lose answer' },
    ...Array.from({ length: 5 }, () => undefined),
  ];
  proxy.fault = () => faults[Math.floor(Math.random() * faults.length)];
  for (let round = 0; round < 15; round += 1) {
    const bytes = randomBytes(1 + Math.floor(Math.random() * 1_500_000));
    const stored = await storeBytes(store, bytes).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'too_busy' });
    });
    if (!stored) continue;
    const out = new Collector();
    const sent = await store.sendTo(out, stored).then(
      () => true,
      () => false,
    );
    expect(bytes.subarray(0, out.bytes.length).equals(out.bytes)).toBe(true);
    if (sent) expect(out.bytes).toHaveLength(bytes.length);
  }
});

test('sends pieces so small that a slow receiver does not count as one that reads nothing', async () => {
  const { store } = await startFaultyStore();
  const { bytes, stored } = await storeRandom(store, block + 7);
  const sizes: number[] = [];
  const write = (piece: Buffer, _encoding: string, done: () => void) => {
    sizes.push(piece.length);
    done();
  };
  await store.sendTo(new Writable({ write }), stored);
  expect(Math.max(...sizes)).toBe(64 * 1024);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(bytes.length);
});
