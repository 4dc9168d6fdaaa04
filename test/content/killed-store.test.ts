import { test } from 'vitest';
import { killStores } from './kill-stores.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('loses nothing when processes are killed during eviction, checks and repairs', { retry: 0 }, () =>
  killStores(2, seed),
);
