import { test } from 'vitest';
import { killSyncs } from '../discovery/kill-syncs.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('200 processes killed while they read a list lose nothing', { timeout: 900_000 }, () =>
  killSyncs(200, seed),
);
