import { test } from 'vitest';
import { killSyncs } from './kill-syncs.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('resumes a list after a kill, with correct counters', { retry: 0 }, () => killSyncs(4, seed));
