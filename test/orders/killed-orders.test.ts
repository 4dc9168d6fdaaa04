import { test } from 'vitest';
import { killOrders } from './support/kill-orders.ts';
import { killWalletOrders } from './support/kill-wallet-orders.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test(
  'whatever is ordered of a node that is killed happens once, and is paid once',
  { timeout: 300_000, retry: 0 },
  () => killOrders(2, seed),
);

test(
  'whatever a wallet app is asked for by a node that is killed happens once, and is paid once',
  { timeout: 300_000, retry: 0 },
  () => killWalletOrders(2, seed),
);
