import { test } from 'vitest';
import { killIndexers } from './kill-indexers.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  'loses no event and reports none twice when processes are killed while they follow the chain',
  { retry: 0 },
  () => killIndexers(1, seed),
);
