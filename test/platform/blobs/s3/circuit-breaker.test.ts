import { expect, test, vi } from 'vitest';
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
