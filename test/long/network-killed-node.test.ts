import { test } from 'vitest';
import { killNodes } from '../network/kill-nodes.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  'keeps all files undamaged when a node is killed 200 times while it fetches, verifies and moves them',
  {
    timeout: 2_400_000,
  },
  () => killNodes({ rounds: 200, files: 300, seed }),
);
