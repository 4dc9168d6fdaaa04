import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { BlobFolders } from '../../../src/platform/blobs/store/blob-folders.ts';
import { StoreRoots } from '../../../src/platform/blobs/store/store-roots.ts';
import { randomKey } from '../../support/random-bytes.ts';
import { temporaryFolder } from './support/temporary-store.ts';

async function twoPlaces() {
  const [current, previous] = [
    new BlobFolders(await temporaryFolder()),
    new BlobFolders(await temporaryFolder()),
  ];
  for (const folders of [current, previous]) await folders.prepare();
  /** Creates a file in the previous place, and a shard for it in the current one. */
  const create = async (sha256: Buffer) => {
    for (const folders of [current, previous])
      await mkdir(dirname(folders.pathOf(sha256)), { recursive: true });
    await writeFile(previous.pathOf(sha256), 'here');
  };
  return { current, previous, create };
}

test('finds a file that moves between two lookups, even at the end of a relocation', async () => {
  for (const isLast of [false, true]) {
    const { current, previous, create } = await twoPlaces();
    const roots = new StoreRoots(current, previous);
    const sha256 = randomKey();
    await create(sha256);
    let searches = 0;
    const found = await roots.find(sha256, async (path) => {
      searches += 1;
      if (searches === 2) {
        await rename(previous.pathOf(sha256), current.pathOf(sha256));
        if (isLast) roots.set(current, undefined);
      }
      return readFile(path, 'utf8');
    });
    expect(found).toBe('here');
  }
});

test('lists a file that moves during listing', async () => {
  const { current, previous, create } = await twoPlaces();
  const roots = new StoreRoots(current, previous);
  const hashes = Array.from({ length: 3 }, (_, index) =>
    Buffer.concat([Buffer.from([7]), randomKey(30), Buffer.of(index)]),
  );
  for (const sha256 of hashes) await create(sha256);
  const listed: Buffer[] = [];
  const listing = current.hashesIn.bind(current);
  current.hashesIn = async (shard) => {
    const moving = shard === '07' ? hashes : [];
    for (const sha256 of moving) await rename(previous.pathOf(sha256), current.pathOf(sha256));
    return listing(shard);
  };
  for await (const batch of roots.batches()) listed.push(...batch);
  expect(listed).toEqual([...hashes].sort(Buffer.compare));
});

test('looks twice for a missing file during a relocation, otherwise once', async () => {
  const { current, previous } = await twoPlaces();
  const searchesIn = async (roots: StoreRoots) => {
    let searches = 0;
    const finding = roots.find(randomKey(), (path) => {
      searches += 1;
      return readFile(path);
    });
    await expect(finding).rejects.toMatchObject({ code: 'ENOENT' });
    return searches;
  };
  expect(await searchesIn(new StoreRoots(current, previous))).toBe(4);
  expect(await searchesIn(new StoreRoots(current, undefined))).toBe(1);
});
