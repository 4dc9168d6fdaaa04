import { test } from 'vitest';
import { killChain } from '../chain/embedded/killed-chain.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('a chain that is killed 200 times loses nothing that it has acknowledged', { timeout: 3_600_000 }, () =>
  killChain(200, seed),
);
