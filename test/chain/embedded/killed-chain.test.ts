import { test } from 'vitest';
import { killChain } from './killed-chain.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('a chain that is killed loses nothing that it has acknowledged', { timeout: 300_000, retry: 0 }, () =>
  killChain(2, seed),
);
