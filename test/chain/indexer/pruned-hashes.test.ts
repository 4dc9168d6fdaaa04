import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ChainPlatformRepository } from '../../../src/features/chain/indexer/platform-repository.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { temporaryFolder } from './test-indexer.ts';

const idOf = (lt: number) => ({ lt: BigInt(lt), hash: Buffer.alloc(32, lt % 256) });

test('removes old hashes a thousand at a time, and applied ones only', async () => {
  const db = openTestDatabase(join(temporaryFolder(), 'alcove.db'));
  const platforms = new ChainPlatformRepository(db);
  const [id, other] = [platforms.idOf('testnet', '0:1'), platforms.idOf('testnet', '0:2')];
  const walked = Array.from({ length: 13_000 }, (_, index) => ({
    ...idOf(index + 1),
    boc: index === 500 ? Buffer.from('waits') : null,
  }));
  await platforms.write(() => {
    platforms.addWalked(id, walked, undefined);
    platforms.addWalked(other, walked, undefined);
  });
  const has = (lt: number) => platforms.has(id, idOf(lt));
  platforms.prune(id);
  expect([1, 1000, 1001].map(has)).toEqual([false, false, true]);
  expect(has(501)).toBe(true);
  for (let n = 0; n < 9; n += 1) platforms.prune(id);
  expect([2999, 3001, 13_000].map(has)).toEqual([false, true, true]);
  expect(has(501)).toBe(true);
  expect(platforms.has(other, idOf(1))).toBe(true);
  db.close();
});
