import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomBytes } from '../../support/random-bytes.ts';
import { inChunks, openStore, temporaryStore } from './support/temporary-store.ts';

test('reports an upload whose bytes were lost', async () => {
  const { store, dataDir } = await temporaryStore();
  await store.partials.append('a', inChunks(randomBytes(1000), 100), { start: 0, maxBytes: 2000 });
  await store.close();
  await truncate(join(dataDir, 'uploads', 'a.part'), 999);
  const later = await openStore({ dataDir });
  for (const id of ['a', 'never begun']) {
    await expect(
      later.partials.append(id, inChunks(randomBytes(10), 10), { start: 1000, maxBytes: 2000 }),
    ).rejects.toMatchObject({
      code: 'upload_not_found',
    });
  }
});
