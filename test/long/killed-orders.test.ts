import { test } from 'vitest';
import { killOrders } from '../orders/support/kill-orders.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test('executes and pays every order once when the node is killed', { retry: 0 }, () => killOrders(1, seed));
