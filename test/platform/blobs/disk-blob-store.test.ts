import { stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { randomBytes } from '../../support/random-bytes.ts';
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

const block = 512 * 1024;

test('creates files that only the owner can read', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const store = await openStore({ dataDir });
  const [small, large] = await Promise.all([
    storeBytes(store, randomBytes(10)),
    storeBytes(store, randomBytes(block)),
  ]);
  const modes = await Promise.all(
    ['', 'blobs', 'incoming']
      .map((folder) => join(dataDir, folder))
      .concat([small, large].map(({ sha256 }) => dirname(pathOf(dataDir, sha256))))
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

test('leaves no files of a discarded content', async () => {
  const { store, dataDir } = await temporaryStore();
  for (const size of [10, 2 * block]) {
    const staged = await store.write(inChunks(randomBytes(size), 10_000), { maxBytes: size });
    await staged.discard();
  }
  expect(await filesOf(dataDir)).toEqual([]);
});

test('the disk store lists contents in order', async () => {
  const { store } = await temporaryStore();
  const stored = await Promise.all(Array.from({ length: 20 }, () => storeBytes(store, randomBytes(10))));
  expect(await hashesOf(store)).toEqual(stored.map(({ sha256 }) => sha256).sort(Buffer.compare));
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

async function copyOf(
  store: Awaited<ReturnType<typeof openStore>>,
  stored: Awaited<ReturnType<typeof storeBytes>>,
) {
  const out = new Collector();
  await store.sendTo(out, stored);
  return store.write(Readable.from([out.bytes]), { maxBytes: stored.size });
}
