import { test } from 'vitest';
import { killOrders } from '../orders/support/kill-orders.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  '500 nodes killed while they register and buy lose nothing, and pay nothing twice',
  {
    timeout: 10_800_000,
  },
  () => killOrders(500, seed),
);
