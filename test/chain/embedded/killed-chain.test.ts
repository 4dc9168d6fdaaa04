import { test } from 'vitest';
import { killChain } from './killed-chain.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('loses no acknowledged block when the chain is killed', { retry: 0 }, () => killChain(2, seed));
