import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { MoveProgress } from '../../../../src/platform/blobs/relocation/store-mover.ts';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { someCases } from '../../../support/random-runs.ts';
import {
  deferred,
  filesOf,
  hashesOf,
  inChunks,
  openStore,
  pathOf,
  storeBytes,
  temporaryFolder,
  temporaryStore,
} from '../support/temporary-store.ts';
import { disks, folderOn, namesBelow, read, stateOf, storeSome } from './move-folders.ts';

const hexOf = (contents: Awaited<ReturnType<typeof storeSome>>) =>
  [...new Set(contents.map(({ stored }) => stored.sha256.toString('hex')))].sort();

test.each(someCases(disks))('moves everything to %s and stays readable during the move', async (disk) => {
  const { store, dataDir } = await temporaryStore();
  const contents = await storeSome(store);
  const folder = await folderOn(disk);
  await store.mover.move(folder);
  expect(store.mover).toMatchObject({ current: folder, movingFrom: dataDir });
  let moving = true;
  const moved = store.mover.settled().then(() => {
    moving = false;
  });
  while (moving) {
    await setTimeout(5);
    for (const { bytes, stored } of contents) {
      expect((await read(store, stored)).equals(bytes)).toBe(true);
      expect(await store.has(stored.sha256)).toBe(true);
    }
  }
  await moved;
  expect(store.mover.progress()).toBeUndefined();
  expect(await namesBelow(folder)).toEqual(hexOf(contents));
  expect(await filesOf(dataDir)).toEqual(['storage-folder.json']);
  expect((await readdir(dataDir)).sort()).toEqual(['storage-folder.json']);
  expect(stateOf(dataDir)).toMatchObject({ folder, moving: null });
  for (const { bytes, stored } of contents) {
    expect((await read(store, stored)).equals(bytes)).toBe(true);
    expect(await store.verify(stored.sha256)).toMatchObject({ ok: true });
    expect((await stat(pathOf(folder, stored.sha256))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);

  // The next start finds the store in its place, with or without a target in the settings.
  await store.close();
  const again = await openStore({ dataDir });
  expect(again.mover.current).toBe(folder);
  await again.mover.start(folder);
  expect(again.mover.progress()).toBeUndefined();
  await again.mover.start(null);
  await again.mover.settled();
  expect(await namesBelow(dataDir)).toEqual(hexOf(contents));
  expect(await readdir(folder)).toEqual([]);
});

test.each(someCases(disks))('keeps changes made during a move to %s', async (disk) => {
  const { store, dataDir } = await temporaryStore();
  const contents = await storeSome(store, 60);
  const folder = await folderOn(disk);
  const source = new PassThrough();
  source.write(randomBytes(300_000));
  const begun = store.write(source, { maxBytes: 1_000_000 });
  const bytes = randomBytes(900_000);
  const part = (from: number, to: number) =>
    store.partials.append('a', inChunks(bytes.subarray(from, to), 50_000), {
      start: from,
      maxBytes: 1_000_000,
    });
  await part(0, 400_000);

  await store.mover.move(folder);
  const [deleted, damaged, ...kept] = contents.filter(({ bytes: { length } }) => length > 0);
  if (!deleted || !damaged) throw new Error('more were stored');
  expect(await store.delete(deleted.stored.sha256)).toBe(true);
  await writeFile(pathOf(dataDir, damaged.stored.sha256), 'damaged').catch(() => {});
  await storeBytes(store, damaged.bytes);
  const added = await storeBytes(store, randomBytes(100_000));
  await part(400_000, 600_000);
  const orphans = store.removeOrphans((hashes) => hashes.map(() => true));
  source.end(randomBytes(10));
  const late = await begun;
  await late.commit();
  await part(600_000, 900_000);
  const staged = await store.partials.stage('a', bytes.length);
  await staged.commit();
  expect(staged.sha256).toEqual(hash('sha256', bytes, 'buffer'));
  expect(await orphans).toBe(0);
  await store.mover.settled();
  expect(store.mover.progress()).toBeUndefined();

  const left = [damaged.stored, added, late, staged, ...kept.map(({ stored }) => stored)];
  for (const { sha256 } of left) expect(await store.verify(sha256)).toMatchObject({ ok: true });
  expect(await store.has(deleted.stored.sha256)).toBe(false);
  const names = [...left.map(({ sha256 }) => sha256.toString('hex')), hash('sha256', '')];
  expect(await namesBelow(folder)).toEqual([...new Set(names)].sort());
  expect(await namesBelow(dataDir)).toEqual([]);
});

test.each(someCases(disks))('moves uploads that wait for their next part to %s', async (disk) => {
  const { store, dataDir } = await temporaryStore();
  const bytes = randomBytes(2_000_000);
  const append = (at: DiskBlobStore, from: number, to: number) =>
    at.partials.append('a', inChunks(bytes.subarray(from, to), 50_000), { start: from, maxBytes: 2_000_000 });
  await append(store, 0, 700_000);
  const folder = await folderOn(disk);
  await store.mover.move(folder);
  await store.mover.settled();
  expect(await namesBelow(dataDir)).toEqual([]);
  expect(await store.partials.list()).toEqual(new Map([['a', 700_000]]));
  await append(store, 700_000, 1_300_000);
  await store.close();

  const again = await openStore({ dataDir });
  await append(again, 1_300_000, 2_000_000);
  const staged = await again.partials.stage('a', bytes.length);
  await staged.commit();
  expect((await read(again, staged)).equals(bytes)).toBe(true);
});

test.each(someCases(disks))('leaves everything in place when a move to %s is reversed', async (disk) => {
  const { store, dataDir } = await temporaryStore();
  const contents = await storeSome(store, 80);
  const folder = await folderOn(disk);
  await store.mover.move(folder);
  while ((store.mover.progress()?.filesDone ?? 1) === 0) await setTimeout(1);
  const added = await storeBytes(store, randomBytes(1000));
  await store.mover.cancel();
  expect(store.mover.current).toBe(dataDir);
  await store.mover.settled();
  expect(await namesBelow(folder)).toEqual([]);
  const names = [...hexOf(contents), added.sha256.toString('hex')].sort();
  expect(await namesBelow(dataDir)).toEqual(['storage-folder.json', ...names].slice(1));
  for (const { bytes, stored } of contents) expect((await read(store, stored)).equals(bytes)).toBe(true);
});

test('stops a move on close, and resumes or reverses it at the next start', async () => {
  const { store, dataDir } = await temporaryStore();
  const contents = await storeSome(store, 80);
  const folder = await temporaryFolder();
  await store.mover.move(folder);
  await store.close();
  const withoutMover = await openStore({ dataDir });
  for (const { bytes, stored } of contents) {
    expect((await read(withoutMover, stored)).equals(bytes)).toBe(true);
  }
  const listed = await hashesOf(withoutMover);
  expect(listed.map((sha256) => sha256.toString('hex'))).toEqual(hexOf(contents));
  await withoutMover.close();

  const onward = await openStore({ dataDir });
  await onward.mover.start(folder);
  await onward.close();
  const back = await openStore({ dataDir });
  await back.mover.start(null);
  await back.mover.settled();
  expect(await namesBelow(dataDir)).toEqual(hexOf(contents));
});

test('refuses a second move while one is running', async () => {
  const { store } = await temporaryStore();
  await storeSome(store, 100);
  const [one, other] = [await temporaryFolder(), await temporaryFolder()];
  await store.mover.move(one);
  await expect(store.mover.move(other)).rejects.toMatchObject({ code: 'folder_move_running' });
  await store.mover.move(one);
  await store.mover.settled();
  await store.mover.move(other);
  await store.mover.settled();
  expect(store.mover.current).toBe(other);
});

test.each(someCases(disks))('reports progress of a move to %s up to 100 %%', async (disk) => {
  const dataDir = await temporaryFolder();
  const folder = await folderOn(disk);
  let changes = 0;
  const store = await openStore({
    dataDir,
    onMove: () => {
      changes += 1;
    },
  });
  const contents = await storeSome(store, 12);
  const large = await storeBytes(store, randomBytes(40_000_000), 1_000_000);
  await store.mover.move(folder);
  expect(store.mover.progress()).toMatchObject({
    from: dataDir,
    to: folder,
    state: 'running',
    message: null,
  });
  const seen: MoveProgress[] = [];
  for (let now = store.mover.progress(); now; now = store.mover.progress()) {
    seen.push(now);
    await new Promise(setImmediate);
  }
  await store.mover.settled();
  expect(changes).toBeGreaterThanOrEqual(2);
  const sizes = new Map(
    contents.map((content) => [content.stored.sha256.toString('hex'), content.bytes.length]),
  );
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, large.size);
  expect(seen.at(-1)).toMatchObject({
    filesDone: sizes.size + 1,
    filesTotal: sizes.size + 1,
    bytesDone: bytes,
    bytesTotal: bytes,
  });
  const steps = seen.map(({ bytesDone }) => bytesDone);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  // The copy of a large file reports progress, too.
  const isPartial = seen.some((now, index) => {
    const next = seen[index + 1];
    return next?.filesDone === now.filesDone && next.bytesDone > now.bytesDone;
  });
  expect(isPartial).toBe(disk === 'another disk');
});

test.skipIf(disks.length === 1)('does not accept a damaged file as intact on another disk', async () => {
  const dataDir = await temporaryFolder();
  const damaged: string[] = [];
  const store = await openStore({ dataDir, onDamaged: (sha256) => damaged.push(sha256.toString('hex')) });
  const contents = await storeSome(store, 12);
  const { stored } = contents[3] as (typeof contents)[number];
  const path = pathOf(dataDir, stored.sha256);
  const bytes = await readFile(path);
  bytes[1_000_000] = (bytes[1_000_000] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const folder = await folderOn('another disk');
  await store.mover.move(folder);
  await store.mover.settled();
  expect(damaged).toEqual([stored.sha256.toString('hex')]);
  expect(await store.has(stored.sha256)).toBe(false);
  expect(await store.quarantine.list()).toMatchObject([{ sha256: stored.sha256, size: bytes.length }]);
  expect(await namesBelow(dataDir)).toEqual([]);
});

test('a relocation moves the quarantine, too', async () => {
  const { store, dataDir } = await temporaryStore();
  const { sha256 } = await storeBytes(store, randomBytes(1000));
  await writeFile(pathOf(dataDir, sha256), 'damaged');
  await store.quarantine.add(sha256);
  const folder = await folderOn(disks.at(-1) ?? 'the same disk');
  await store.mover.move(folder);
  await store.mover.settled();
  expect(await store.quarantine.list()).toMatchObject([{ sha256, size: 7 }]);
  expect(await namesBelow(dataDir)).toEqual([]);
});

const unusable = { code: 'folder_unusable' };

test('refuses unsuitable folders without changes', async () => {
  const { store, dataDir } = await temporaryStore();
  const { sha256 } = await storeBytes(store, randomBytes(1000));
  const outside = await temporaryFolder();
  await writeFile(join(outside, 'file'), '');
  await mkdir(join(outside, 'in use', 'incoming'), { recursive: true });
  await writeFile(join(outside, 'in use', 'incoming', 'precious'), 'precious');
  await mkdir(join(outside, 'strange'));
  await writeFile(join(outside, 'strange', 'alcove-storage.json'), 'not JSON');
  await symlink(join(dataDir, 'blobs'), join(outside, 'link'));
  const refused = [
    'relative/path',
    join(dataDir, 'blobs'),
    join(dataDir, 'blobs', '00'),
    join(dataDir, 'elsewhere'),
    join(outside, 'link', '00'),
    join(outside, 'file'),
    join(outside, 'file', 'below'),
    join(outside, 'not', 'there'),
    join(outside, 'in use'),
    join(outside, 'strange'),
    join(outside, 'x'.repeat(300)),
  ];
  for (const folder of refused) {
    await expect(store.mover.move(folder), folder).rejects.toMatchObject(unusable);
  }
  expect(store.mover.progress()).toBeUndefined();
  expect(await readFile(join(outside, 'in use', 'incoming', 'precious'), 'utf8')).toBe('precious');
  expect((await readdir(outside)).sort()).toEqual(['file', 'in use', 'link', 'strange']);
  expect(await readdir(join(outside, 'in use'))).toEqual(['incoming']);
  expect(await store.verify(sha256)).toMatchObject({ ok: true });
});

test('refuses a folder of another node', async () => {
  const { store } = await temporaryStore();
  const folder = await temporaryFolder();
  await store.mover.move(folder);
  await store.mover.settled();
  const other = await temporaryStore();
  await expect(other.store.mover.move(folder)).rejects.toMatchObject(unusable);
  await expect(other.store.mover.move(join(folder, 'below'))).rejects.toMatchObject(unusable);
});

test('waits for uploads that still write to the old folder', async () => {
  const { store, dataDir } = await temporaryStore();
  await storeSome(store, 8);
  const source = new PassThrough();
  const writing = store.write(source, { maxBytes: 1_000_000 });
  source.write(randomBytes(300_000));
  const folder = await temporaryFolder();
  await store.mover.move(folder);
  // Regardless of other pending work.
  for (let times = 0; times < 30; times += 1) await storeBytes(store, randomBytes(1000));
  expect(store.mover.movingFrom).toBe(dataDir);
  source.end(randomBytes(300_000));
  const { sha256, commit } = await writing;
  expect(store.mover.movingFrom).toBe(dataDir);
  await commit();
  await store.mover.settled();
  expect(await namesBelow(folder)).toContain(sha256.toString('hex'));
  expect(await store.verify(sha256)).toMatchObject({ ok: true });
});

test('can reverse a move while a slow part is uploaded', async () => {
  const { store, dataDir } = await temporaryStore();
  const source = new PassThrough();
  const bytes = randomBytes(300_000);
  const arrived = deferred();
  const appending = store.partials.append('slow', source, {
    start: 0,
    maxBytes: bytes.length,
    onProgress: () => arrived.resolve(),
  });
  source.write(bytes.subarray(0, 100_000));
  await arrived.promise;
  await storeSome(store, 4);
  const folder = await temporaryFolder();
  await store.mover.move(folder);
  // Waits until only the part is pending.
  while ((await namesBelow(dataDir)).length > 1) await setTimeout(1);
  for (let times = 0; times < 10; times += 1) await storeBytes(store, randomBytes(1000));
  await store.mover.cancel();
  expect(store.mover.current).toBe(dataDir);
  await store.mover.settled();
  await store.mover.move(folder);
  source.end(bytes.subarray(100_000));
  expect(await appending).toEqual({ size: bytes.length });
  await store.mover.settled();
  const staged = await store.partials.stage('slow', bytes.length);
  await staged.commit();
  expect((await readFile(pathOf(folder, staged.sha256))).equals(bytes)).toBe(true);
});

test.each(['the current place', 'the old place'])(
  'keeps the newer of two files of one upload, in %s',
  async (where) => {
    const { store, dataDir } = await temporaryStore();
    const bytes = randomBytes(400_000);
    const append = (at: DiskBlobStore, from: number, to: number) =>
      at.partials.append('a', inChunks(bytes.subarray(from, to), 50_000), { start: from, maxBytes: 400_000 });
    await append(store, 0, 200_000);
    const older = await readFile(join(dataDir, 'uploads', 'a.part'));
    const folder = await temporaryFolder();
    // Enough bytes that the move is stopped before its end.
    await storeSome(store, 80);
    await store.mover.move(folder);
    await store.close();
    const state = stateOf(dataDir);
    // The state after a crash between the creation of the new name and the removal of the old one.
    await writeFile(join(folder, 'uploads', 'a.part'), older);
    expect(state).toMatchObject({ folder, moving: { from: null } });

    const again = await openStore({ dataDir });
    await append(again, 200_000, 300_000);
    await again.mover.start(where === 'the old place' ? null : folder);
    await again.mover.settled();
    await append(again, 300_000, 400_000);
    const staged = await again.partials.stage('a', bytes.length);
    await staged.commit();
    expect((await read(again, staged)).equals(bytes)).toBe(true);
  },
);

test('does not move a store that closes at the start of the move', async () => {
  const { store, dataDir } = await temporaryStore();
  const contents = await storeSome(store, 40);
  const folder = await temporaryFolder();
  const begun = store.mover.move(folder).catch((error: unknown) => error);
  await store.close();
  await begun;
  const again = await openStore({ dataDir });
  for (const { bytes, stored } of contents) expect((await read(again, stored)).equals(bytes)).toBe(true);
  await again.mover.start(folder);
  await again.mover.settled();
  expect(await namesBelow(folder)).toEqual(hexOf(contents));
});
