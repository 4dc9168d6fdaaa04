import { test } from 'vitest';
import { killStores } from './kill-stores.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  'processes killed while they make room, check and mend lose nothing',
  { timeout: 120_000, retry: 0 },
  () => killStores(2, seed),
);
