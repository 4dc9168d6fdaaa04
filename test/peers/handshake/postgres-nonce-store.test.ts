import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PostgresNonceStore } from '../../../src/features/peers/handshake/postgres-nonce-store.ts';
import { DatabaseUnavailableError } from '../../../src/platform/postgres/database-error.ts';
import type { PostgresDatabase, PreparedQuery } from '../../../src/platform/postgres/postgres-database.ts';

const now = 1_766_000_000_000;
/** Time until a connection is returned to the pool. */
const returningMs = 50;

/** A store on a database that answers each statement by `answer`, and has no connection if `connect` rejects. */
function storeOn(answer: (nonces: number) => Promise<string>, connect = async () => {}): PostgresNonceStore {
  const query = async ([, seconds]: readonly unknown[]) => [
    { memories: await answer(String(seconds).split(',').length) },
  ];
  const series: PostgresDatabase['series'] = async (_name, _text, work) => {
    await connect();
    const result = await work(query as unknown as PreparedQuery);
    await delay(returningMs);
    return result;
  };
  return new PostgresNonceStore({ series, query: async () => [] } as unknown as PostgresDatabase);
}

const remember = (nonces: PostgresNonceStore, count: number) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => nonces.remember('key', `${index}`, now)));

const outcomes = (settled: PromiseSettledResult<string>[]) =>
  new Set(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)));

it('refuses all waiting nonces with the first ones when the database does not answer', async () => {
  const error = new DatabaseUnavailableError(new Error('no answer'));
  let statements = 0;
  const nonces = storeOn(async () => {
    statements += 1;
    await delay(50);
    throw error;
  });
  expect(outcomes(await remember(nonces, 2_000))).toEqual(new Set([error]));
  expect(statements).toBe(1);
});

it('refuses all waiting nonces when there is no connection, and accepts later ones', async () => {
  const error = new Error('no connection');
  let isConnected = false;
  const nonces = storeOn(
    async (count) => 'f'.repeat(count),
    async () => {
      await delay(10);
      if (!isConnected) throw error;
    },
  );
  expect(outcomes(await remember(nonces, 50))).toEqual(new Set([error]));
  isConnected = true;
  expect(outcomes(await remember(nonces, 50))).toEqual(new Set(['fresh']));
});

it('stores thousands of waiting nonces in several statements', async () => {
  const sizes: number[] = [];
  const nonces = storeOn(async (count) => {
    sizes.push(count);
    await delay(10);
    return 'f'.repeat(count);
  });
  expect(outcomes(await remember(nonces, 2_501))).toEqual(new Set(['fresh']));
  expect(sizes.reduce((sum, size) => sum + size)).toBe(2_501);
  expect(Math.max(...sizes)).toBe(1000);
});

it('stores nonces that arrive while the connection is returned', async () => {
  const nonces = storeOn(async (count) => 'f'.repeat(count));
  expect(await nonces.remember('key', 'first', now)).toBe('fresh');
  await delay(returningMs / 2);
  expect(outcomes(await remember(nonces, 3))).toEqual(new Set(['fresh']));
});
