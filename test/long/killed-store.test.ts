import { test } from 'vitest';
import { killStores } from '../content/kill-stores.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('200 processes killed while they evict, check and repair lose nothing', { timeout: 1_800_000 }, () =>
  killStores(200, seed),
);
