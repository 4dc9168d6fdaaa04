import { test } from 'vitest';
import { killNodes } from '../network/kill-nodes.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  'a node killed 200 times while it fetches, checks and moves files has all of them undamaged',
  {
    timeout: 2_400_000,
  },
  () => killNodes({ rounds: 200, files: 300, seed }),
);
