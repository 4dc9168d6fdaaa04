import { readdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { randomBytes } from '../../support/random-bytes.ts';
import { Collector, inChunks, storeBytes, temporaryStore } from './support/temporary-store.ts';

const mib = 1024 * 1024;

/** A client that reads nothing. */
const stalled = (): Writable => new Writable({ write() {} });

test('limits the memory of readers that stall, and serves others meanwhile', async () => {
  const { store } = await temporaryStore();
  const bytes = randomBytes(4 * mib + 1);
  const stored = await storeBytes(store, bytes);
  const before = process.memoryUsage().arrayBuffers;
  const filesBefore = (await readdir('/dev/fd')).length;
  const clients = Array.from({ length: 200 }, stalled);
  const sending = clients.map((client) => store.sendTo(client, stored));
  const out = new Collector();
  await store.sendTo(out, stored);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * mib);
  expect(out.bytes.equals(bytes)).toBe(true);

  for (const client of clients) client.destroy();
  await Promise.all(sending);
  expect((await readdir('/dev/fd')).length).toBeLessThanOrEqual(filesBefore);
});

test('detects damage with many concurrent readers', async () => {
  const { store } = await temporaryStore();
  const stored = await storeBytes(store, randomBytes(4 * mib));
  const clients = Array.from({ length: 100 }, stalled);
  const sending = clients.map((client) => store.sendTo(client, stored));
  const other = { ...stored, checksums: Buffer.from(stored.checksums) };
  other.checksums.writeUInt8(other.checksums.readUInt8(4) ^ 1, 4);
  const out = new Collector();
  await expect(store.sendTo(out, other)).rejects.toMatchObject({ code: 'content_damaged' });
  expect(out.destroyed).toBe(true);
  expect(out.bytes).toHaveLength(512 * 1024);
  for (const client of clients) client.destroy();
  await Promise.all(sending);
});

test('limits the memory of uploads that stall, and accepts others meanwhile', async () => {
  const { store } = await temporaryStore();
  const before = process.memoryUsage().arrayBuffers;
  const stop = new AbortController();
  const stalledUploads = Array.from({ length: 63 }, async () => {
    async function* source() {
      yield randomBytes(300_000);
      await new Promise(() => {});
    }
    await store.write(source(), { maxBytes: mib, signal: stop.signal });
  });
  await storeBytes(store, randomBytes(20 * mib));
  expect(process.memoryUsage().arrayBuffers - before - 40 * mib).toBeLessThan(45 * mib);
  stop.abort(new Error('enough'));
  for (const upload of await Promise.allSettled(stalledUploads)) expect(upload.status).toBe('rejected');
  await store.write(inChunks(randomBytes(10), 10), { maxBytes: 10 });
});
