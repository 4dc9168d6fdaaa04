import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PostgresNonceStore } from '../../../src/features/peers/handshake/postgres-nonce-store.ts';
import { DatabaseUnavailableError } from '../../../src/platform/postgres/database-error.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';

it('refuses all waiting nonces with the first ones when the database does not answer', async () => {
  let statements = 0;
  const database = {
    series: async (_name: string, _text: string, work: (query: () => Promise<never>) => Promise<void>) => {
      await work(async () => {
        statements += 1;
        await delay(50);
        throw new DatabaseUnavailableError(new Error('no answer'));
      });
    },
  } as unknown as PostgresDatabase;
  const nonces = new PostgresNonceStore(database);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 2_000 }, (_, index) => nonces.remember('key', String(index), 1_766_000_000_000)),
  );
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(statements).toBe(1);
});
