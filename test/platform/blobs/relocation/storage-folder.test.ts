import { cp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { fillDisk, smallDisk } from '../../../support/small-disk.ts';
import { filesOf, openStore, storeBytes, temporaryFolder } from '../support/temporary-store.ts';
import { namesBelow, read, storeSome } from './move-folders.ts';

const mib = 1024 * 1024;
const { path: disk, missing: unmountable } = smallDisk(8);

/** A closed store outside of its data folder. */
async function movedStore() {
  const dataDir = await temporaryFolder();
  const folder = await temporaryFolder();
  const store = await openStore({ dataDir });
  const contents = await storeSome(store, 8);
  await store.mover.start(folder);
  await store.mover.settled();
  await store.close();
  return { dataDir, folder, contents };
}

test('refuses to open when the folder is missing, and creates no empty store', async () => {
  const { dataDir, folder, contents } = await movedStore();
  await rename(folder, `${folder} away`);
  onTestFinished(() => rm(`${folder} away`, { recursive: true, force: true }));
  expect(() => new DiskBlobStore({ dataDir })).toThrow(/are missing.*Connect the disk/);
  expect(await readdir(dataDir)).toEqual(['storage-folder.json']);

  // A mount point without its disk.
  await cp(dataDir, folder, { recursive: true });
  expect(() => new DiskBlobStore({ dataDir })).toThrow(/are missing.*Connect the disk/);
  await rm(folder, { recursive: true });

  await rename(`${folder} away`, folder);
  const store = await openStore({ dataDir });
  for (const { bytes, stored } of contents) expect((await read(store, stored)).equals(bytes)).toBe(true);
});

test('refuses to open when either folder is missing during a relocation', async () => {
  const { dataDir, folder } = await movedStore();
  const third = await temporaryFolder();
  const store = await openStore({ dataDir });
  await storeSome(store, 100);
  await store.mover.start(third);
  await store.close();
  for (const path of [folder, third]) {
    await rename(path, `${path} away`);
    expect(() => new DiskBlobStore({ dataDir })).toThrow(/are missing/);
    await rename(`${path} away`, path);
  }
  const again = await openStore({ dataDir });
  await again.mover.start(third);
  await again.mover.settled();
  expect(await namesBelow(folder)).toEqual([]);
});

test('continues a relocation after a disk was disconnected', async () => {
  const dataDir = await temporaryFolder();
  const folder = await temporaryFolder();
  const failures: unknown[] = [];
  const store = await openStore({ dataDir, onMoveError: (error) => failures.push(error) });
  const contents = await storeSome(store, 200);
  await store.mover.move(folder);
  const away = join(dataDir, 'away');
  await rename(join(dataDir, 'blobs'), away);
  await store.mover.settled();
  expect(failures).toHaveLength(1);
  expect(store.mover.progress()).toMatchObject({
    state: 'failed',
    message: { reason: 'storage.moveIncompleteCode', params: { code: 'ENOENT' } },
  });

  await rename(away, join(dataDir, 'blobs'));
  await store.mover.move(folder);
  await store.mover.settled();
  expect(store.mover.progress()).toBeUndefined();
  for (const { bytes, stored } of contents) expect((await read(store, stored)).equals(bytes)).toBe(true);
});

test('does not share a store with a copied data folder, and keeps it in a moved one', async () => {
  const { dataDir, folder } = await movedStore();
  const copy = `${dataDir} copy`;
  await cp(dataDir, copy, { recursive: true });
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  expect(() => new DiskBlobStore({ dataDir: copy })).toThrow(/Two nodes can’t use the same/);
  await rm(dataDir, { recursive: true });
  expect((await openStore({ dataDir: copy })).mover.current).toBe(folder);
});

test('creates a store in another folder that only the owner can read', async () => {
  const { dataDir, folder } = await movedStore();
  const paths = [
    join(dataDir, 'storage-folder.json'),
    join(folder, 'alcove-storage.json'),
    join(folder, 'blobs'),
  ];
  const modes = await Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o777).toString(8)));
  expect(modes).toEqual(['600', '600', '700']);
});

test.skipIf(unmountable)('refuses a disk without space for everything', async () => {
  const store = await openStore({ dataDir: await temporaryFolder(), freeSpaceFloor: () => mib });
  await storeBytes(store, randomBytes(7.5 * mib));
  await expect(store.mover.move(join(disk, 'elsewhere'))).rejects.toMatchObject({
    code: 'folder_unusable',
    text: { reason: 'storage.folderTooSmall' },
  });
  expect(await readdir(disk)).toEqual([]);
});

test.skipIf(unmountable)(
  'pauses a relocation when the disk fills up, and continues when space is free',
  async () => {
    const dataDir = await temporaryFolder();
    const store = await openStore({ dataDir });
    const contents = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const bytes = randomBytes(mib);
        return { bytes, stored: await storeBytes(store, bytes) };
      }),
    );
    const folder = join(disk, 'filled');
    await store.mover.move(folder);
    const free = fillDisk(disk);
    await store.mover.settled();
    expect(store.mover.progress()).toMatchObject({
      state: 'failed',
      message: { reason: 'storage.diskFull' },
    });
    expect((await filesOf(folder)).filter((file) => file.startsWith('incoming'))).toEqual([]);
    for (const { bytes, stored } of contents) expect((await read(store, stored)).equals(bytes)).toBe(true);
    // New files go to the target folder, which is full.
    await expect(storeBytes(store, randomBytes(mib))).rejects.toMatchObject({ code: 'insufficient_storage' });

    free();
    await store.mover.move(folder);
    await store.mover.settled();
    expect(store.mover.progress()).toBeUndefined();
    for (const { bytes, stored } of contents) expect((await read(store, stored)).equals(bytes)).toBe(true);
    await store.mover.move(null);
    await store.mover.settled();
    await rm(folder, { recursive: true });
  },
);
