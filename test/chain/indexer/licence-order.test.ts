import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beginCell, type Cell, type Transaction } from '@ton/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeRawAddress } from '../../../src/features/chain/contracts/fields.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { ChainIndexRepository } from '../../../src/features/chain/indexer/chain-index-repository.ts';
import { EventWriter } from '../../../src/features/chain/indexer/event-writer.ts';
import { ChainPlatformRepository } from '../../../src/features/chain/indexer/platform-repository.ts';
import { ChainLicenceRepository } from '../../../src/features/market/repository/licence-repository.ts';
import type { Db } from '../../../src/platform/sqlite/database.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { person } from '../contracts/support/people.ts';
import { ton } from '../contracts/support/samples.ts';
import { type ChainWorld, openChainWorld, start } from './chain-world.ts';
import { behind, issued, telling } from './made-chain.ts';
import { temporaryFolder } from './test-indexer.ts';

const folder = temporaryFolder();
let world: ChainWorld;
let content: string;
/** The event of a valid sale. */
let pattern: Transaction;
let db: Db;
let platforms: ChainPlatformRepository;
let platform: number;
let writer: EventWriter;

beforeAll(async () => {
  world = await openChainWorld();
  content = world.contentAt(0);
  await world.register('author');
  await world.buy('buyer', content, 'listen');
  const [, registration, sale] = world.transactions() as [Transaction, Transaction, Transaction];
  pattern = sale;
  db = openTestDatabase(join(folder, 'alcove.db'));
  platforms = new ChainPlatformRepository(db);
  platform = platforms.idOf('testnet', world.platform);
  writer = new EventWriter(new ChainIndexRepository(db), platform, world.platform);
  writer.write(registration);
});
afterAll(async () => {
  db.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

interface Step {
  /** undefined: it is only offered. */
  to: string | undefined;
  price: bigint;
  deliverTo: Buffer | null;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
  to: fc.option(fc.constantFrom('ada', 'ben', 'cleo'), { nil: undefined }),
  price: fc.constantFrom(0n, 1n, 2n, 3n),
  deliverTo: fc.constantFrom(null, Buffer.alloc(32, 1), Buffer.alloc(32, 2)),
});
/** Numbers that determine a random order of a list. */
const order = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });

const recipientOf = ({ deliverTo }: Step) => deliverTo && beginCell().storeBuffer(deliverTo).endCell();
const eventOf = (step: Step, index: number): Cell =>
  beginCell()
    .storeUint(step.to === undefined ? operations.licence_offered : operations.licence_moved, 32)
    .storeUint(1, 64)
    .storeUint(index, 64)
    .store(storeRawAddress(content))
    .store((builder) => (step.to === undefined ? builder : builder.store(storeRawAddress(person(step.to)))))
    .storeCoins(step.price)
    .store((builder) => (step.to === undefined ? builder : builder.storeMaybeRef(recipientOf(step))))
    .endCell();

/** The state of a licence after all events. */
function after(steps: Step[]) {
  let [owner, offer] = ['first', undefined as bigint | undefined];
  let recipient: Buffer | null = null;
  for (const { to, price, deliverTo } of steps) {
    owner = to ?? owner;
    recipient = to === undefined ? recipient : deliverTo;
    offer = to === undefined && price > 0n ? price : undefined;
  }
  return { owner: person(owner), offer, deliverTo: recipient ?? undefined };
}

test('applies the last event of a licence for any order of arrival', () => {
  let index = 0;
  const anyOrder = fc.property(fc.array(anyStep, { maxLength: 7 }), order, (steps, places) => {
    index += 1;
    const licence = world.licenceAt(content, index);
    const sale = telling(pattern, content, 1n, issued(0, index, person('first')));
    const happened = [
      behind(undefined, sale),
      ...steps.map((each, n) =>
        behind(undefined, telling(pattern, licence, BigInt(n + 2), eventOf(each, index))),
      ),
    ];
    const arriving = happened
      .map((transaction, n) => ({ transaction, place: places[n] ?? 0 }))
      .sort((a, b) => a.place - b.place);
    const events = arriving.flatMap(({ transaction }) => writer.write(transaction));
    expect(events).toHaveLength(happened.length);
    expect(new ChainLicenceRepository(db).byAddress(platform, licence)).toMatchObject({
      ...{ index, kind: 'resale', price: 5n * ton, issuedAt: start * 1000, ...after(steps) },
      transactionHash: happened[0]?.hash(),
    });
  });
  db.transaction(() => fc.assert(anyOrder, { numRuns: randomRuns(300) }))();
});

test('removes the owner of a destroyed licence for any order of its events', () => {
  let index = 1_000;
  const destroyed = (of: number) =>
    beginCell()
      .storeUint(operations.licence_destroyed, 32)
      .storeUint(1, 64)
      .storeUint(of, 64)
      .store(storeRawAddress(content))
      .endCell();
  const anyOrder = fc.property(fc.array(anyStep, { maxLength: 4 }), order, (steps, places) => {
    index += 1;
    const licence = world.licenceAt(content, index);
    const bodies = [...steps.map((each) => eventOf(each, index)), destroyed(index)];
    const happened = [
      telling(pattern, content, 1n, issued(0, index, person('first'))),
      ...bodies.map((body, n) => telling(pattern, licence, BigInt(n + 2), body)),
    ];
    const arriving = happened
      .map((transaction, n) => ({ transaction: behind(undefined, transaction), place: places[n] ?? 0 }))
      .sort((a, b) => a.place - b.place);
    const events = arriving.flatMap(({ transaction }) => writer.write(transaction));
    expect(events.filter(({ type }) => type === 'licence_destroyed')).toHaveLength(1);
    const row = new ChainLicenceRepository(db).byAddress(platform, licence);
    expect(row).toMatchObject({ owner: '', offer: undefined, price: 5n * ton });
  });
  db.transaction(() => fc.assert(anyOrder, { numRuns: randomRuns(100) }))();
});

test('ignores an event dated after its own arrival', () => {
  const licence = world.licenceAt(content, 0);
  const late = telling(pattern, licence, 2n ** 63n, eventOf({ to: 'thief', price: 0n, deliverTo: null }, 0));
  expect(writer.write(behind(undefined, late))).toEqual([]);
});
