import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import type { NewOrder, OrderRecord } from '../../src/features/orders/order.ts';
import { OrderRepository } from '../../src/features/orders/repository/order-repository.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { Seeded } from '../support/seeded.ts';

const minute = 60_000;
const start = 1_800_000_000_000;
const content = `0:${'2'.repeat(64)}`;
const limit = 1000n;

let db: Db;
let commands: GroupCommit;
let orders: OrderRepository;
let now: number;
let count = 0;
beforeEach(() => {
  now = start;
  db = openTestDatabase(join(temporaryFolder(), 'alcove.db'));
  commands = new GroupCommit(db);
  orders = new OrderRepository(db, { network: 'testnet', platform: `0:${'1'.repeat(64)}` }, commands);
});
afterEach(() => db.close());

const add = (changes: Partial<NewOrder> = {}) =>
  orders.add(
    () => ({
      ...{ queryId: String(++count), user: 'u', kind: 'purchase', payWith: 'service_wallet', payer: '0:p' },
      ...{ allowance: 'token', recipient: '0:p', target: content, purpose: 'buy', terms: '', sha256: null },
      ...{ shareHost: null },
      ...{ contentAddress: content, licence: 'listen', title: 'Song', price: 1n, amount: 100n, fees: 7n },
      ...{ message: Buffer.from('BoC'), sendMode: 3, createdAt: now, validUntil: now + 5 * minute },
      ...changes,
    }),
    { spent: limit },
  );

async function placed(changes: Partial<NewOrder> = {}): Promise<OrderRecord> {
  const order = await add(changes);
  if ('refusedBy' in order) throw new Error(order.refusedBy);
  return order;
}

const commit = (write: Promise<unknown>): void => {
  void write;
  commands.flush();
};
const sign = ({ id }: OrderRecord) =>
  commit(orders.setSignedMessage(id, { signedMessage: Buffer.from('signed'), seqno: 1, afterLt: 1n }));
const send = (order: OrderRecord) => {
  sign(order);
  commit(orders.setSent(order.id, 5n, Buffer.alloc(32)));
};
const expire = () => orders.maintenance.expirePast(now / 1000);
const settle = ({ queryId }: OrderRecord) =>
  orders.settle(
    {
      ...{ queryId: BigInt(queryId), kind: 'purchase', contract: content, owner: '0:p', licence: 'listen' },
      transaction: Buffer.alloc(32),
    },
    now,
  );
const stateOf = ({ queryId }: OrderRecord) => orders.get(queryId)?.state;

it('keeps a sent order without expiry until its event, and returns it for the same request', async () => {
  const order = await placed();
  send(order);
  now += 60 * minute;
  expire();
  expect((await placed()).id).toBe(order.id);
  commit(orders.setReceived(order.id, now));
  now += 60 * 24 * minute * 100;
  expire();
  orders.maintenance.removeOld(now);
  expect(orders.get(order.queryId)).toMatchObject({ state: 'open', receivedAt: start + 60 * minute });
  expect(settle(order)).toBe(true);
  expect(stateOf(order)).toBe('confirmed');
  expect((await placed()).id).not.toBe(order.id);
});

it('ends a signed order only by the wallet that signed it, an unsigned one by its time', async () => {
  const [signed, unsigned] = [await placed(), await placed({ purpose: 'another' })];
  sign(signed);
  now += 6 * minute;
  expire();
  expect([signed, unsigned].map(stateOf)).toEqual(['open', 'expired']);
  commit(orders.end(signed.id, { state: 'expired', at: now }));
  expect((await placed()).id).not.toBe(signed.id);
});

it('expires an order sent on a replaced chain when the new chain does not have it', async () => {
  const [sent, received] = [await placed(), await placed({ purpose: 'another' })];
  send(sent);
  commit(orders.setReceived(received.id, now));
  orders.maintenance.resetForNewChain(now);
  expect([sent, received].map(stateOf)).toEqual(['open', 'open']);
  expect(orders.unsettledOf('0:p')).toEqual([]);
  now += 6 * minute;
  expire();
  expect([sent, received].map(stateOf)).toEqual(['expired', 'expired']);
});

it('counts fees towards a daily limit, also those of refused orders', async () => {
  const refused = await placed({ amount: 400n, fees: 100n });
  commit(orders.end(refused.id, { state: 'refused', at: now }));
  expect(await add({ amount: 850n, fees: 51n })).toEqual({ refusedBy: 'limit', left: 900n });
  await placed({ amount: 850n, fees: 50n });
});

/** The actual state of an order on the chain. */
interface Outcome {
  order: OrderRecord;
  isSent: boolean;
  isBounced: boolean;
  isSettled: boolean;
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('pays nothing twice and exceeds no limit (%i)', async (seed) => {
  const chance = new Seeded(seed);
  const outcomes: Outcome[] = [];
  const isPending = ({ isSent, isBounced, isSettled }: Outcome) => isSent && !isBounced && !isSettled;
  const steps: (() => void | Promise<void>)[] = [
    async () => {
      const purpose = chance.of(['a', 'b', 'c']);
      const pending = outcomes.filter((outcome) => outcome.order.purpose === purpose && isPending(outcome));
      const order = await add({ purpose, amount: BigInt(chance.size(300)), fees: BigInt(chance.below(20)) });
      if ('refusedBy' in order) return;
      if (pending.length > 0) expect(pending.map((outcome) => outcome.order.id)).toEqual([order.id]);
      if (outcomes.some((outcome) => outcome.order.id === order.id)) return;
      outcomes.push({ order, isSent: false, isBounced: false, isSettled: false });
    },
    () => {
      const open = outcomes.filter(({ order, isSent }) => !isSent && stateOf(order) === 'open');
      if (open.length === 0) return;
      const outcome = chance.of(open);
      send(outcome.order);
      outcome.isSent = true;
    },
    () => {
      const [outcome] = outcomes.filter(isPending);
      if (!outcome) return;
      if (chance.happens(0.3)) {
        commit(orders.end(outcome.order.id, { state: 'refused', at: now }));
        outcome.isBounced = true;
      } else if (chance.happens(0.5)) commit(orders.setReceived(outcome.order.id, now));
      else outcome.isSettled = settle(outcome.order);
    },
    () => {
      now += chance.size(400) * minute;
      expire();
    },
  ];
  for (let step = 0; step < 400; step++) {
    await chance.of(steps)();
    const day = outcomes.filter(({ order }) => order.createdAt > now - 24 * 60 * minute);
    const spent = day
      .filter(({ isSent }) => isSent)
      .reduce((sum, { order, isBounced }) => sum + order.fees + (isBounced ? 0n : order.amount), 0n);
    expect(spent).toBeLessThanOrEqual(limit);
    for (const outcome of outcomes.filter(isPending)) expect(stateOf(outcome.order)).toBe('open');
  }
  expect(outcomes.filter(({ isSettled }) => isSettled).length).toBeGreaterThan(0);
});
