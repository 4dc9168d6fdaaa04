import { test } from 'vitest';
import { killNodes } from './kill-nodes.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  'keeps all files undamaged when a node is killed while it fetches, verifies and moves them',
  {
    retry: 0,
  },
  () => killNodes({ rounds: 1, files: 60, seed }),
);
