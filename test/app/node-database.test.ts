import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdsData, openNodeDatabase } from '../../src/app/node-database.ts';
import { storeSome } from '../platform/blobs/relocation/move-folders.ts';
import { openStore, temporaryFolder } from '../platform/blobs/support/temporary-store.ts';

test('detects a lost database also when the files are stored in another folder', async () => {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()];
  openNodeDatabase(dataDir).close();
  const store = await openStore({ dataDir });
  await storeSome(store, 4);
  await store.mover.start(folder);
  await store.mover.settled();
  await store.close();
  openNodeDatabase(dataDir).close();

  await rename(folder, `${folder} away`);
  expect(() => openNodeDatabase(dataDir)).toThrow(/Connect the disk/);
  await rm(join(dataDir, 'alcove.db'));
  expect(() => openNodeDatabase(dataDir)).toThrow(/Connect the disk/);
  expect(() => holdsData(dataDir)).toThrow(/Connect the disk/);
  await rename(`${folder} away`, folder);
  expect(() => openNodeDatabase(dataDir)).toThrow(/database of this node is missing/);
  expect(holdsData(dataDir)).toBe(true);
  expect(existsSync(join(dataDir, 'alcove.db'))).toBe(false);
});
