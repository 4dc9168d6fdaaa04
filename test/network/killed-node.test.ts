import { test } from 'vitest';
import { killNodes } from './kill-nodes.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  'a node killed while it fetches, checks and moves files has all of them undamaged',
  {
    timeout: 300_000,
    retry: 0,
  },
  () => killNodes({ rounds: 2, files: 60, seed }),
);
