import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DeliveredKeys } from '../../src/features/licensing/delivered-keys.ts';
import { DeliveredKeyRepository } from '../../src/features/licensing/repository/delivered-key-repository.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

const [first, second] = [`0:${'1'.repeat(64)}`, `0:${'2'.repeat(64)}`];

it('delivered keys are recorded later where the disk is full, and never keep a buyer from a key', async () => {
  const db = openTestDatabase(join(temporaryFolder(), 'alcove.db'));
  const rows = new DeliveredKeyRepository(db);
  const logged: string[] = [];
  let now = 1000;
  let changes = 0;
  const delivered = new DeliveredKeys({
    rows,
    clock: () => now,
    logger: { error: (_: unknown, text?: string) => void logged.push(text ?? '') },
    onFirst: () => {
      changes += 1;
    },
  });
  // As SQLite behaves on a disk without space.
  db.pragma('query_only = ON');
  await delivered.record(first);
  expect([rows.has(first), changes, logged.length]).toEqual([false, 0, 1]);
  db.pragma('query_only = OFF');
  now = 5000;
  await delivered.record(second);
  expect([rows.has(first), rows.has(second), changes]).toEqual([true, true, 1]);
  const times = db.prepare('SELECT at FROM delivered_keys ORDER BY at').pluck().all();
  expect(times).toEqual([1000, 5000]);
  await delivered.record(second);
  expect(changes).toBe(1);
  db.close();
});
