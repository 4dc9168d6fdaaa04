import { expect, test } from 'vitest';
import { randomBytes } from '../../support/random-bytes.ts';
import { filesOf, inChunks, openStore, temporaryFolder } from './support/temporary-store.ts';

test('keeps the floor of free space', async () => {
  const dataDir = await temporaryFolder();
  const store = await openStore({ dataDir, freeSpaceFloor: (diskSize) => diskSize });
  await expect(store.write(inChunks(randomBytes(10), 10), { maxBytes: 10 })).rejects.toMatchObject({
    code: 'insufficient_storage',
  });
  expect(await filesOf(dataDir)).toEqual([]);
});
