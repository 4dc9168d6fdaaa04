import { test } from 'vitest';
import { killSyncs } from '../discovery/kill-syncs.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('loses nothing when 200 processes are killed while they read a list', { timeout: 900_000 }, () =>
  killSyncs(200, seed),
);
