import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Quarantine } from '../../../src/platform/blobs/quarantine/quarantine.ts';
import { BlobFolders } from '../../../src/platform/blobs/store/blob-folders.ts';
import type { StagedBlob } from '../../../src/platform/blobs/store/blob-types.ts';
import { StoreRoots } from '../../../src/platform/blobs/store/store-roots.ts';
import { randomBytes, randomKey } from '../../support/random-bytes.ts';
import { longIt } from '../../support/random-runs.ts';
import { read } from './relocation/move-folders.ts';
import { filesOf, pathOf, storeBytes, temporaryFolder, temporaryStore } from './support/temporary-store.ts';

async function flipBit(dataDir: string, { sha256 }: StagedBlob): Promise<Buffer> {
  const path = pathOf(dataDir, sha256);
  const bytes = await readFile(path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(path, bytes);
  return bytes;
}

test.each([300, 2_000_000])(
  'quarantines a damaged file of %i bytes, where it is not served',
  async (size) => {
    const { store, dataDir } = await temporaryStore();
    const bytes = randomBytes(size);
    const stored = await storeBytes(store, bytes);
    // Reads it often enough for the memory cache.
    for (let times = 0; times < 3; times += 1) await read(store, stored);
    const damaged = await flipBit(dataDir, stored);
    expect(await store.quarantine.add(stored.sha256)).toBe(true);
    expect(await store.has(stored.sha256)).toBe(false);
    await expect(read(store, stored)).rejects.toMatchObject({ code: 'content_not_found' });
    expect(await store.quarantine.list()).toMatchObject([{ sha256: stored.sha256, size }]);
    const [file = ''] = await filesOf(dataDir);
    expect((await readFile(join(dataDir, file))).equals(damaged)).toBe(true);
    expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
    expect(await store.removeOrphans((hashes) => hashes.map(() => false))).toBe(0);

    // Repaired.
    await storeBytes(store, bytes);
    expect((await read(store, stored)).equals(bytes)).toBe(true);
    expect(await store.quarantine.forget(stored.sha256)).toBe(true);
    expect(await store.quarantine.forget(stored.sha256)).toBe(false);
    expect(await filesOf(dataDir)).toHaveLength(1);
  },
);

test('does not quarantine a file that is intact or missing', async () => {
  const { store } = await temporaryStore();
  const stored = await storeBytes(store, randomBytes(1000));
  expect(await store.quarantine.add(stored.sha256)).toBe(false);
  expect(await store.verify(stored.sha256)).toMatchObject({ ok: true });
  expect(await store.quarantine.add(randomKey())).toBe(false);
  expect(await store.quarantine.list()).toEqual([]);
});

async function createDamaged(folders: BlobFolders, sha256: Buffer) {
  const path = folders.pathOf(sha256);
  await mkdir(dirname(path));
  await writeFile(path, 'damaged');
}

test('keeps a file that is repaired just after hashing', async () => {
  const folders = new BlobFolders(await temporaryFolder());
  await folders.prepare();
  const bytes = randomBytes(1000);
  const sha256 = hash('sha256', bytes, 'buffer');
  await createDamaged(folders, sha256);
  const quarantine = new Quarantine({
    roots: new StoreRoots(folders, undefined),
    worker: {
      hashFile: async (path) => {
        const actual = hash('sha256', await readFile(path), 'buffer');
        // A client uploads the content again.
        await writeFile(`${path} again`, bytes);
        await rename(`${path} again`, path);
        return actual;
      },
    },
    change: (_sha256, task) => task(),
    onMoved: () => {},
  });
  expect(await quarantine.add(sha256)).toBe(false);
  expect((await readFile(folders.pathOf(sha256))).equals(bytes)).toBe(true);
  expect(await quarantine.list()).toEqual([]);
});

test('counts a damaged file as missing when another program removes it before quarantine', async () => {
  const folders = new BlobFolders(await temporaryFolder());
  await folders.prepare();
  const sha256 = randomKey();
  await createDamaged(folders, sha256);
  const quarantine = new Quarantine({
    roots: new StoreRoots(folders, undefined),
    worker: { hashFile: async (path) => hash('sha256', await readFile(path), 'buffer') },
    change: (_sha256, task) => task(),
    onMoved: () => rmSync(folders.pathOf(sha256)),
  });
  expect(await quarantine.add(sha256)).toBe(false);
  expect(await quarantine.list()).toEqual([]);
});

test('does not move a damaged file while the quarantine folder is missing', async () => {
  const { store, dataDir } = await temporaryStore();
  const stored = await storeBytes(store, randomBytes(1000));
  await flipBit(dataDir, stored);
  await rm(join(dataDir, 'quarantine'), { recursive: true });
  await expect(store.quarantine.add(stored.sha256)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await store.has(stored.sha256)).toBe(true);
});

longIt('keeps the newest 100 damaged files', async () => {
  const { store, dataDir } = await temporaryStore();
  const stored = await Promise.all(Array.from({ length: 102 }, () => storeBytes(store, randomBytes(50))));
  for (const [index, one] of stored.entries()) {
    await flipBit(dataDir, one);
    await store.quarantine.add(one.sha256);
    const path = join(dataDir, 'quarantine', one.sha256.toString('hex'));
    await utimes(path, 1000 + index, 1000 + index);
  }
  const kept = (await store.quarantine.list()).map(({ sha256 }) => sha256.toString('hex'));
  expect(kept).toHaveLength(100);
  expect(kept).toEqual(
    stored
      .slice(2)
      .map(({ sha256 }) => sha256.toString('hex'))
      .reverse(),
  );
});

test('finds a file again that is moved back from quarantine manually', async () => {
  const { store, dataDir } = await temporaryStore();
  const bytes = randomBytes(1000);
  const stored = await storeBytes(store, bytes);
  await flipBit(dataDir, stored);
  await store.quarantine.add(stored.sha256);
  const aside = join(await temporaryFolder(), 'mended');
  await writeFile(aside, bytes);
  await rename(aside, pathOf(dataDir, stored.sha256));
  expect(await store.verify(stored.sha256)).toMatchObject({ ok: true });
});
