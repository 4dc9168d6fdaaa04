import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CircuitBreaker } from '../../../../src/core/concurrency/circuit-breaker.ts';
import { S3Client } from '../../../../src/platform/blobs/s3/s3-client.ts';
import { testBucket } from '../../../support/s3/strict-s3.ts';
import { block, readAll, storeRandom } from '../conformance/engine.ts';
import { startFaultyStore } from './start-faulty-store.ts';

/** More than there are connections to the store. */
const readers = 100;
const busy = { code: 'too_busy' };

test('nobody waits for a store that does not respond, and it is used again once it does', async () => {
  const { store, proxy } = await startFaultyStore();
  const { bytes, stored } = await storeRandom(store, 2 * block);
  let isHanging = true;
  const seen = { HEAD: 0, GET: 0 };
  proxy.fault = ({ method }) => {
    seen[method as keyof typeof seen] += 1;
    return isHanging ? { kind: 'hang' } : undefined;
  };

  const waiting = Array.from({ length: readers }, () => readAll(store, stored));
  for (const read of await Promise.allSettled(waiting)) expect(read).toMatchObject({ reason: busy });
  const requests = seen.GET;
  expect(requests).toBeLessThan(readers);
  await expect(readAll(store, stored)).rejects.toMatchObject(busy);
  await expect(storeRandom(store, 1000)).rejects.toMatchObject(busy);
  expect(seen.GET).toBe(requests);
  expect(seen.HEAD).toBeGreaterThan(0);

  isHanging = false;
  await vi.waitFor(async () => expect((await readAll(store, stored)).equals(bytes)).toBe(true), {
    timeout: 60_000,
  });
});

test('a store that only takes long with one request serves the others meanwhile', async () => {
  const { store, proxy } = await startFaultyStore();
  const { bytes, stored } = await storeRandom(store, 2 * block);
  let isFirst = true;
  const seen = { HEAD: 0, GET: 0 };
  proxy.fault = ({ method }) => {
    seen[method as keyof typeof seen] += 1;
    if (method !== 'GET' || !isFirst) return undefined;
    isFirst = false;
    return { kind: 'slow', ms: 8_000 };
  };
  const slow = readAll(store, stored);
  await expect.poll(() => seen.HEAD).toBeGreaterThan(0);
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  expect((await slow).equals(bytes)).toBe(true);
  expect(seen.GET).toBe(2);
});

test('a store that takes seconds for each response is used again', async () => {
  const { store, proxy } = await startFaultyStore();
  const { bytes, stored } = await storeRandom(store, 1000);
  let isHanging = true;
  proxy.fault = () => (isHanging ? { kind: 'hang' } : { kind: 'slow', ms: 4_000 });
  await expect(readAll(store, stored)).rejects.toMatchObject(busy);
  isHanging = false;
  await vi.waitFor(async () => expect((await readAll(store, stored)).equals(bytes)).toBe(true), {
    timeout: 60_000,
  });
});

test('a lost probe ends no request while the service responds to others', async () => {
  const probed = vi.fn(async () => {
    await breaker.run(undefined, async () => 'response');
    throw new Error('lost');
  });
  const breaker = new CircuitBreaker(probed);
  onTestFinished(() => breaker.close());
  const slow = breaker.run(undefined, (signal) => delay(8_000, 'late response', { signal }));
  await expect(slow).resolves.toBe('late response');
  expect(probed).toHaveBeenCalledOnce();
});

test('an upload over a slow connection raises no question', async () => {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    seen.push(request.method ?? '');
    for await (const _ of request) await delay(14);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new S3Client({ ...testBucket, endpoint: `http://127.0.0.1:${port}` });
  onTestFinished(async () => {
    await client.close();
    server.close();
  });
  const chunks = 512;
  const chunk = Buffer.alloc(64 * 1024);
  async function* read() {
    for (let count = 0; count < chunks; count += 1) yield chunk;
  }
  await client.put('slow', { size: chunks * chunk.length, sha256: Buffer.alloc(32), read });
  expect(seen).toEqual(['PUT']);
});
