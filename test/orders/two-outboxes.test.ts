import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address, beginCell, internal, SendMode, storeMessageRelaxed } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../src/core/log/logger.ts';
import { ChainFees } from '../../src/features/chain/fees/chain-fees.ts';
import type { NewOrder, OrderRecord } from '../../src/features/orders/order.ts';
import { Outbox } from '../../src/features/orders/outbox/outbox.ts';
import { OrderRepository } from '../../src/features/orders/repository/order-repository.ts';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../src/platform/replication/replicated-commands.ts';
import { emptiedRows } from '../content/replicated/replica.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { missingPostgres } from '../support/postgres/postgres-server.ts';
import { startTwoReplicas, type TwoReplicas } from '../support/postgres/two-replicas.ts';
import { openOrderWorld, ton } from './support/order-world.ts';

const scope = { network: 'embedded', platform: `0:${'1'.repeat(64)}` };
const stranger = new Address(0, Buffer.alloc(32, 0x51));
const missing = missingPostgres();

describe.skipIf(missing)('two replicas with the orders of one wallet', () => {
  let cluster: TwoReplicas;
  beforeAll(async () => {
    cluster = await startTwoReplicas();
  });
  afterAll(() => cluster?.end());

  /** Opens the orders of a replica, which does not follow the other one by itself. */
  async function openOrders(database: PostgresDatabase) {
    const folder = mkdtempSync(join(tmpdir(), 'alcove-orders-'));
    const db = openTestDatabase(join(folder, 'alcove.db'));
    const commands = new ReplicatedCommands({ database, db, tables: [{ rows: ['intents'], counters: [] }] });
    onTestFinished(async () => {
      await commands.close();
      db.close();
      rmSync(folder, { recursive: true });
    });
    await commands.join();
    return { commands, orders: new OrderRepository(db, scope, commands) };
  }

  async function openTwo() {
    await emptiedRows(cluster.replicas[0]);
    return [await openOrders(cluster.replicas[0]), await openOrders(cluster.replicas[1])] as const;
  }

  it('sign an order once, and one of its orders at a time', async () => {
    const [one, other] = await openTwo();
    const [first, second] = [await placed(one, 1, '0:p'), await placed(one, 2, '0:p')];
    await other.commands.refresh();
    const sign = ({ orders }: typeof one, { id }: OrderRecord, text: string) =>
      orders.setSignedMessage(id, { signedMessage: Buffer.from(text), seqno: 1, afterLt: 1n });
    const isStored = await Promise.all([sign(one, first, 'one'), sign(other, first, 'other')]);
    expect(isStored.filter(Boolean)).toHaveLength(1);
    await Promise.all([one, other].map(({ commands }) => commands.refresh()));
    const kept = [one, other].map(({ orders }) => orders.get(first.queryId)?.signedMessage?.toString());
    expect(kept).toEqual(Array(2).fill(isStored[0] ? 'one' : 'other'));

    expect(await sign(other, second, 'at the same time')).toBe(false);
    await one.orders.setSent(first.id, 5n, Buffer.alloc(32));
    expect(await sign(other, second, 'afterwards')).toBe(true);
    await one.orders.end(second.id, { state: 'expired', at: 0 });
    expect(await sign(other, second, 'after its end')).toBe(false);
  });

  it('place the same order once, and neither after it was settled', async () => {
    const [one, other] = await openTwo();
    let drafts = 0;
    const place = ({ orders }: typeof one, queryId: string, shareHost: string | null = null) =>
      orders.add(() => {
        drafts += 1;
        // The check of a draft sees what the other replica has committed.
        if (orders.get('settled')) throw new Error('it is there already');
        return { ...orderOf(1, '0:p'), queryId, shareHost };
      });
    const both = await Promise.all([place(one, 'one'), place(other, 'other', 'https://a.example')]);
    await Promise.all([one, other].map(({ commands }) => commands.refresh()));
    const ids = both.map((order) => ('refusedBy' in order ? order.refusedBy : order.queryId));
    expect(new Set(ids).size).toBe(1);
    expect(drafts).toBe(2);
    for (const { orders } of [one, other]) {
      expect(orders.page(undefined, undefined, 10)).toMatchObject([{ queryId: ids[0] }]);
      expect(orders.get(ids[0] ?? '')?.shareHost).toBe('https://a.example');
    }
    await one.orders.add(() => ({ ...orderOf(2, '0:p'), queryId: 'settled' }));
    // Its copy does not have that yet.
    await expect(place(other, 'again')).rejects.toThrow('it is there already');
  });

  it('ask the wallet of an order once, and again only after it has declined', async () => {
    const [one, other] = await openTwo();
    const { id, validUntil } = await placed(one, 1, '0:p');
    await other.commands.refresh();
    const ask = (at = validUntil - 1) =>
      Promise.all([one.orders.setAsked(id, at), other.orders.setAsked(id, at)]);
    expect(await ask(validUntil)).toEqual([false, false]);
    expect((await ask()).filter(Boolean)).toHaveLength(1);
    await other.orders.setReply(id, 'declined');
    expect((await ask()).filter(Boolean)).toHaveLength(1);
    await one.orders.setReply(id, 'signed');
    expect(await ask()).toEqual([false, false]);
    await one.orders.setReply(id, 'declined');
    await one.orders.end(id, { state: 'refused', at: validUntil - 1 });
    expect(await ask()).toEqual([false, false]);
  });

  it('end no order as unpaid that another replica has signed meanwhile', async () => {
    const world = await openOrderWorld();
    onTestFinished(() => world.stop());
    await world.orders.platform.deployed;
    const [one, other] = await openTwo();
    const { id, queryId } = await placed(one, 1_000_000, world.service.raw);
    const [paused, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const outbox = new Outbox({
      ...{ wallet: world.service, chain: world.ton, orders: one.orders, clock: Date.now, pollMs: 50 },
      fees: {
        refresh: () => {
          paused.resolve();
          return resumed.promise;
        },
        sending: () => 0n,
      },
      logger: createLogger('silent'),
      onChange: () => {},
    });
    outbox.wake();
    await paused.promise;
    const signature = { signedMessage: Buffer.from('other'), seqno: 1000, afterLt: 1n };
    expect(await other.orders.setSignedMessage(id, signature)).toBe(true);
    resumed.resolve();
    await outbox.stop();
    expect(one.orders.get(queryId)).toMatchObject({ state: 'open', signedMessage: signature.signedMessage });
  });

  it('pay each order once with two outboxes', async () => {
    const world = await openOrderWorld();
    onTestFinished(() => world.stop());
    await world.orders.platform.deployed;
    const replicas = await openTwo();
    const [one, other] = replicas;
    const queryIds: string[] = [];
    const place = async (number: number) => {
      queryIds.push((await placed(one, number, world.service.raw)).queryId);
    };
    const [first, second] = replicas.map(
      ({ orders }) =>
        new Outbox({
          ...{ wallet: world.service, chain: world.ton, orders, clock: Date.now, pollMs: 50 },
          fees: new ChainFees({ configParameter: world.configParameter, clock: Date.now }),
          topUp: (missingNanoTon) => world.embedded.faucet(world.service.raw, missingNanoTon + ton),
          logger: createLogger('silent'),
          onChange: () => {},
        }),
    );
    const states = async () => {
      await one.commands.refresh();
      return queryIds.map((id) => one.orders.get(id)?.state);
    };
    await place(1);
    await place(2);
    await other.commands.refresh();
    first?.wake();
    await expect.poll(() => one.orders.unsettledOf(world.service.raw)).toEqual([]);
    await place(3);
    await place(4);
    // Its copy still has the first two orders as they were placed.
    second?.wake();
    await expect.poll(states).toEqual(queryIds.map(() => 'confirmed'));
    await Promise.all([first?.stop(), second?.stop()]);
    const received = await world.ton.getTransactions(stranger, { limit: 20 });
    const values = received.map(({ inMessage }) =>
      inMessage?.info.type === 'internal' ? inMessage.info.value.coins : 0n,
    );
    expect(values.toSorted()).toEqual([1n, 2n, 3n, 4n].map((number) => number * ton));
  });
});

const orderOf = (number: number, payer: string): NewOrder => {
  const amount = BigInt(number) * ton;
  const message = internal({ to: stranger, value: amount, bounce: false });
  return {
    ...{ queryId: String(number), user: 'owner', kind: 'withdraw', payWith: 'service_wallet', payer },
    ...{ allowance: null, recipient: null, target: stranger.toRawString(), purpose: `withdraw ${number}` },
    ...{ terms: '', sha256: null, shareHost: null, contentAddress: null, licence: null, title: '' },
    ...{ price: null, amount, fees: 0n, sendMode: SendMode.PAY_GAS_SEPARATELY },
    ...{ createdAt: Date.now(), validUntil: Date.now() + 5 * 60_000 },
    message: beginCell().store(storeMessageRelaxed(message)).endCell().toBoc(),
  };
};

async function placed(
  { orders }: { orders: OrderRepository },
  number: number,
  payer: string,
): Promise<OrderRecord> {
  const added = await orders.add(() => orderOf(number, payer));
  if ('refusedBy' in added) throw new Error(added.refusedBy);
  return added;
}
