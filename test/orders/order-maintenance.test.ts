import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { message } from '../../src/core/messages/message.ts';
import type { NewOrder, OrderRecord } from '../../src/features/orders/order.ts';
import { OrderRepository } from '../../src/features/orders/repository/order-repository.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';
import { withoutMessages } from '../support/node/earlier-schema.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1_800_000_000_000;
const platform = `0:${'1'.repeat(64)}`;

let db: Db;
let commands: GroupCommit;
let orderRepository: OrderRepository;
let count = 0;
beforeEach(() => {
  db = openTestDatabase(join(temporaryFolder(), 'alcove.db'));
  commands = new GroupCommit(db);
  orderRepository = new OrderRepository(db, { network: 'testnet', platform }, commands);
});
afterEach(() => db.close());

async function add(changes: Partial<NewOrder> = {}, orders = orderRepository): Promise<OrderRecord> {
  count += 1;
  const added = await orders.add(() => ({
    ...{ queryId: String(count), user: 'u1', kind: 'register', payWith: null, allowance: null, payer: null },
    ...{ recipient: null, target: platform, purpose: `register ${count}`, terms: '', sha256: null },
    ...{
      shareHost: null,
      contentAddress: null,
      licence: null,
      title: 'Song',
      price: null,
      amount: 1n,
      fees: 0n,
      sendMode: 3,
    },
    ...{ message: Buffer.from('BoC'), createdAt: now, validUntil: now + 300_000 },
    ...changes,
  }));
  if ('refusedBy' in added) throw new Error(added.refusedBy);
  return added;
}

async function ended(
  state: 'confirmed' | 'expired' | 'refused',
  at: number,
  changes: Partial<NewOrder> = {},
): Promise<string> {
  const { id, queryId } = await add({ createdAt: at - 300_000, validUntil: at, ...changes });
  void orderRepository.end(id, { state, at });
  commands.flush();
  return queryId;
}

const left = () => orderRepository.page(undefined, undefined, 100_000).map(({ queryId }) => queryId);

it('lists failed orders for 90 days, successful ones forever', async () => {
  const [old, recent] = [now - 91 * day, now - 89 * day];
  const gone = [await ended('expired', old), await ended('refused', old)];
  const kept = [
    await ended('confirmed', old),
    await ended('expired', recent),
    await ended('refused', recent),
    (await add()).queryId,
  ];
  // Its platform is not followed; on the followed platform nothing is open for so long.
  const forgotten = await add({ createdAt: old, validUntil: old });
  orderRepository.maintenance.removeOld(now);
  expect(left()).toEqual(kept.toReversed());
  expect([...gone, forgotten.queryId].map((queryId) => orderRepository.get(queryId))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('lists the newest unsent orders of a user, and keeps those of other users', async () => {
  const others = await ended('expired', now, { user: 'u2' });
  const confirmed = await ended('confirmed', now);
  const all: string[] = [];
  while (all.length < 510) all.push(await ended('expired', now));
  const open = (await add()).queryId;
  orderRepository.maintenance.removeOld(now);
  expect(left()).toEqual([open, ...all.slice(10).toReversed(), confirmed, others]);
});

it('limits the unsent orders of all users together', async () => {
  const columns = `network, platform, kind, state, target, purpose, terms, title, amount, message, send_mode,
    created_at, valid_until, settled_at`;
  db.prepare(
    `WITH RECURSIVE others(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM others WHERE n < 20_100)
     INSERT INTO intents (query_id, user, ${columns})
       SELECT 'q' || n, 'u' || n, ${columns} FROM others, intents WHERE query_id = ?`,
  ).run(await ended('expired', now));
  const newest = left()[0];
  orderRepository.maintenance.removeOld(now);
  expect(left()).toHaveLength(20_000);
  expect(left()[0]).toBe(newest);
});

it('shows the note stored by an earlier version', async () => {
  const path = join(temporaryFolder(), 'alcove.db');
  const earlier = openDatabase(path);
  const orders = new OrderRepository(earlier, { network: 'testnet', platform });
  const [noted, other] = [await add({}, orders), await add({}, orders)];
  for (const { id } of [noted, other]) await orders.end(id, { state: 'expired', at: now });
  earlier.prepare('UPDATE intents SET note = ? WHERE id = ?').run('It “was” not sent.', noted.id);
  earlier.exec(`${withoutMessages} PRAGMA user_version = 19`);
  earlier.close();

  const later = openDatabase(path);
  onTestFinished(() => void later.close());
  const read = new OrderRepository(later, { network: 'testnet', platform });
  expect(read.get(noted.queryId)?.note).toEqual(message('general.text', { text: 'It “was” not sent.' }));
  expect(read.get(other.queryId)?.note).toBeNull();
});
