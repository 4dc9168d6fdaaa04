import { test } from 'vitest';
import { killOrders } from '../orders/support/kill-orders.ts';
import { killWalletOrders } from '../orders/support/kill-wallet-orders.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
const rounds = Number(process.env.ALCOVE_KILL_ROUNDS ?? 500);
console.info(`ALCOVE_KILL_SEED=${seed} ALCOVE_KILL_ROUNDS=${rounds}`);

const timeout = { timeout: 10_800_000 };

test(
  `loses nothing and pays nothing twice when ${rounds} nodes are killed while they register and buy`,
  timeout,
  () => killOrders(rounds, seed),
);

test(
  `loses nothing and pays nothing twice when ${rounds} nodes are killed while wallet apps pay`,
  timeout,
  () => killWalletOrders(rounds, seed),
);
