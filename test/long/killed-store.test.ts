import { test } from 'vitest';
import { killStores } from '../content/kill-stores.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  'loses nothing when 200 processes are killed during eviction, checks and repairs',
  { timeout: 1_800_000 },
  () => killStores(200, seed),
);
