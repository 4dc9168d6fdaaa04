import { test } from 'vitest';
import { killChain } from '../chain/embedded/killed-chain.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('loses no acknowledged block when the chain is killed 200 times', { timeout: 3_600_000 }, () =>
  killChain(200, seed),
);
