import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openNodeDatabase } from '../../../src/app/node-database.ts';
import type { LocationRepair } from '../../../src/platform/blobs/relocation/location-repair.ts';
import { DiskBlobStore } from '../../../src/platform/blobs/store/disk-blob-store.ts';
import { longIt } from '../../support/random-runs.ts';
import { read, stateOf, storeSome } from './relocation/move-folders.ts';
import { openStore, pathOf, temporaryFolder } from './support/temporary-store.ts';

type Contents = Awaited<ReturnType<typeof storeSome>>;

/** Inserts the database rows of the stored files. */
function writeRows(dataDir: string, contents: Contents): void {
  const db = openNodeDatabase(dataDir);
  const insert = db.prepare(
    `INSERT OR IGNORE INTO contents (sha256, size, content_type, name, uploaded_by, created_at) VALUES (?, ?, '', '', '', 0)`,
  );
  for (const { stored } of contents) insert.run(stored.sha256, stored.size);
  db.close();
}

/** A closed store of a node, outside of its data folder. */
async function movedStore(count = 12) {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()];
  openNodeDatabase(dataDir).close();
  const store = await openStore({ dataDir });
  const contents = await storeSome(store, count);
  writeRows(dataDir, contents);
  await store.mover.move(folder);
  await store.mover.settled();
  await store.close();
  return { dataDir, folder, contents, mark: join(folder, 'alcove-storage.json') };
}

/** The same steps as at the start of a node. */
function start(dataDir: string): LocationRepair[] {
  const repairs: LocationRepair[] = [];
  openNodeDatabase(dataDir, (what) => repairs.push(what)).close();
  return repairs;
}

async function expectWhole(dataDir: string, contents: Contents) {
  const store = await openStore({ dataDir });
  for (const { bytes, stored } of contents) expect((await read(store, stored)).equals(bytes)).toBe(true);
  return store;
}

const refused = /are missing.*Connect the disk|is damaged/;

test.each(['missing', 'empty', 'cut off'])('rewrites a marker that is %s', async (how) => {
  const { dataDir, folder, contents, mark } = await movedStore();
  const whole = await readFile(mark, 'utf8');
  if (how === 'missing') await rm(mark);
  else await writeFile(mark, how === 'empty' ? '' : whole.slice(0, 30));
  expect(() => new DiskBlobStore({ dataDir })).toThrow(refused);
  expect(start(dataDir)).toEqual([{ how: 'marked', folder }]);
  expect(await readFile(mark, 'utf8')).toBe(whole);
  expect(start(dataDir)).toEqual([]);
  await expectWhole(dataDir, contents);
});

longIt('rewrites the markers of both folders of a relocation', async () => {
  const { dataDir, folder, contents, mark } = await movedStore(120);
  const third = await temporaryFolder();
  const store = await openStore({ dataDir });
  await store.mover.move(third);
  while ((store.mover.progress()?.filesDone ?? 1) === 0) await new Promise(setImmediate);
  await store.close();
  expect(stateOf(dataDir)).toMatchObject({ folder: third, moving: { from: folder } });
  for (const one of [mark, join(third, 'alcove-storage.json')]) await rm(one);
  expect(start(dataDir)).toEqual([
    { how: 'marked', folder: third },
    { how: 'marked', folder },
  ]);
  const again = await expectWhole(dataDir, contents);
  await again.mover.start(third);
  await again.mover.settled();
  expect(again.mover.progress()).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('rejects a folder that is missing, empty or has unrelated files', async () => {
  const { dataDir, folder, mark } = await movedStore();
  await rm(mark);
  const away = `${folder} away`;
  await rename(folder, away);
  onTestFinished(() => rm(away, { recursive: true, force: true }));
  const expectRefused = async () => {
    const before = stateOf(dataDir);
    expect(() => start(dataDir)).toThrow(refused);
    expect(existsSync(mark)).toBe(false);
    expect(stateOf(dataDir)).toEqual(before);
  };
  await expectRefused();

  // The mount point of a disk that is not connected.
  await mkdir(folder);
  await expectRefused();
  expect(await readdir(folder)).toEqual([]);
  await mkdir(join(folder, 'blobs', '00'), { recursive: true });
  await expectRefused();
  await rm(folder, { recursive: true });

  // Unrelated files, one of which has the name and size of a stored file.
  const other = await movedStore();
  await rm(other.mark);
  await cp(other.folder, folder, { recursive: true });
  const [known = ''] = await readdir(join(away, 'blobs', 'e3'));
  await cp(join(away, 'blobs', 'e3', known), join(folder, 'blobs', 'e3', known), { recursive: true });
  await expectRefused();
  await rm(folder, { recursive: true });

  // The right names, but empty files.
  await mkdir(join(folder, 'blobs'), { recursive: true });
  for (const shard of await readdir(join(away, 'blobs'))) {
    await mkdir(join(folder, 'blobs', shard));
    for (const name of await readdir(join(away, 'blobs', shard))) {
      await writeFile(join(folder, 'blobs', shard, name), '');
    }
  }
  await expectRefused();
  await rm(folder, { recursive: true });

  await rename(away, folder);
  // Another node uses the folder as its data folder.
  await writeFile(join(folder, 'alcove.db'), '');
  await expectRefused();
  await rm(join(folder, 'alcove.db'));
  expect(start(dataDir)).toEqual([{ how: 'marked', folder }]);
});

test('keeps the marker of another node, whatever files are beside it', async () => {
  const { dataDir, mark } = await movedStore();
  const foreign = JSON.stringify({ id: 'another', data_folder: '/somewhere' });
  await writeFile(mark, foreign);
  expect(() => start(dataDir)).toThrow(/Another node stores its files/);
  expect(await readFile(mark, 'utf8')).toBe(foreign);
});

test('rejects a folder that has only a few of the stored files', async () => {
  const { dataDir, folder, contents, mark } = await movedStore();
  await rm(mark);
  const sizes = contents.filter(({ bytes }) => bytes.length > 0);
  for (const { stored } of sizes) await rm(pathOf(folder, stored.sha256));
  expect(() => start(dataDir)).toThrow(refused);
});

test('completes a relocation to a folder without a marker that had moved nothing yet', async () => {
  const { dataDir, folder, contents } = await movedStore();
  const third = await temporaryFolder();
  // Earlier versions left this state: they removed the marker of the next relocation.
  const { id } = stateOf(dataDir);
  await writeFile(
    join(dataDir, 'storage-folder.json'),
    JSON.stringify({ id, folder: third, moving: { from: folder } }),
  );
  expect(() => new DiskBlobStore({ dataDir })).toThrow(refused);
  expect(start(dataDir)).toEqual([{ how: 'move_reverted', folder, notMovedTo: third }]);
  expect(stateOf(dataDir)).toEqual({ id, folder, moving: null });
  const store = await expectWhole(dataDir, contents);
  await store.mover.move(third);
  await store.mover.settled();
  expect(store.mover.current).toBe(third);
});

test('does not complete a relocation to an empty folder while a file is missing', async () => {
  const { dataDir, folder, contents } = await movedStore();
  const third = await temporaryFolder();
  const state = { id: stateOf(dataDir).id, folder: third, moving: { from: folder } };
  await writeFile(join(dataDir, 'storage-folder.json'), JSON.stringify(state));
  const { stored } = contents[1] as Contents[number];
  await rm(pathOf(folder, stored.sha256));
  expect(() => start(dataDir)).toThrow(refused);
  expect(stateOf(dataDir)).toEqual(state);
  expect(await readdir(third)).toEqual([]);
});
