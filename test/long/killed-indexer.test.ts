import { test } from 'vitest';
import { killIndexers } from '../chain/indexer/kill-indexers.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('loses nothing when 200 processes are killed while they follow the chain', { timeout: 10_800_000 }, () =>
  killIndexers(200, seed),
);
