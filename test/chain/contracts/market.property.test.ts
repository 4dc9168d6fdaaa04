import type { BlockchainTransaction } from '@ton/sandbox';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitAmount } from '../../../src/contract/revenue-split.ts';
import type { RawAddress } from '../../../src/core/ton/ton-address.ts';
import { resaleRoyaltyOf } from '../../../src/features/chain/contracts/amounts.ts';
import type { PlatformEvent } from '../../../src/features/chain/contracts/events.ts';
import {
  readContentTerms,
  readItemData,
  readLicenceData,
} from '../../../src/features/chain/contracts/get-methods.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { contentAddress } from '../../../src/features/chain/contracts/state-inits.ts';
import { type EventIndex, follow } from './support/event-index.ts';
import { type Market, openMarket, start, year } from './support/market.ts';
import type { PriceList } from './support/network-config.ts';
import { type Step, steps } from './support/steps.ts';
import { at, feesOf } from './support/transactions.ts';

/** SEED=… repeats a run, RUNS=… sets their number. */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const numRuns = Number(process.env.RUNS ?? 6);

/** Rent is due then, but no contract is frozen yet: that depends on the price of rent. */
const end: Record<PriceList, number> = {
  live: start + 20 * year,
  former: start + 3 * year,
  double: start + 1.5 * year,
};

const addressOf = ({ address }: BlockchainTransaction): RawAddress =>
  `0:${address.toString(16).padStart(64, '0')}`;

/** The messages of a sale with their recipients, in the order in which the content sent them. */
function sharesPaid(transactions: BlockchainTransaction[], content: RawAddress, queryId: bigint): bigint[] {
  return transactions.flatMap(({ inMessage }) => {
    if (inMessage?.info.type !== 'internal' || inMessage.info.src.toRawString() !== content) return [];
    const slice = inMessage.body.beginParse();
    if (slice.remainingBits !== 96 || slice.loadUint(32) !== operations.pay_share) return [];
    return slice.loadUintBig(64) === queryId ? [inMessage.info.value.coins] : [];
  });
}

/** A content takes the rent that it owes from its income: a royalty is smaller by this amount. */
function rentOwed(transactions: BlockchainTransaction[], content: RawAddress, had: bigint): bigint {
  const [transaction] = at(transactions, content);
  if (transaction?.description.type !== 'generic') return 0n;
  const rent = transaction.description.storagePhase?.storageFeesCollected ?? 0n;
  return rent > had ? rent - had : 0n;
}

/** A sale paid royalties and owner according to the terms, and nobody else. */
function checkSale(
  event: PlatformEvent,
  market: Market,
  index: EventIndex,
  had: Map<RawAddress, bigint>,
  transactions: BlockchainTransaction[],
): void {
  if (event.type !== 'licence_issued' && event.type !== 'licence_moved') return;
  if (event.price === 0n) return;
  const first = event.type === 'licence_issued';
  const content = first ? contentAddress(market.platform, event.contentIndex) : event.content;
  const owed = first ? 0n : rentOwed(transactions, content, had.get(content) ?? 0n);
  const royalties = index.contents.get(content)?.royalties.map(({ share }) => share) ?? [];
  const paid = sharesPaid(transactions, content, event.queryId);
  const amount = paid.reduce((sum, part) => sum + part, 0n);
  const due = first ? event.price : resaleRoyaltyOf(event.price);
  expect(amount).toBeLessThanOrEqual(due);
  expect(amount).toBeGreaterThanOrEqual(due - owed);
  const split = splitAmount(amount, royalties);
  expect(paid).toEqual([...split.shares, split.owner].filter((part) => part > 0n));
}

async function run(prices: PriceList, all: Step[]): Promise<Map<string, number>> {
  const market = await openMarket({ prices });
  // The amounts of clients suffice up to the former prices.
  const extra = prices === 'double' ? 100_000_000n : 0n;
  const index: EventIndex = { contents: new Map(), licences: new Map(), issued: new Map() };
  const accounts = new Set<RawAddress>([market.platform, market.operator]);
  const went = new Map<string, number>();
  let now = start;
  for (const { name, make, pause } of all) {
    now = Math.min(now + pause, end[prices]);
    market.setTime(now);
    const made = make({ platform: market.platform, index, now });
    if (!made) continue;
    const had = new Map<RawAddress, bigint>();
    for (const account of accounts) had.set(account, await market.balance(account));
    const value = made.value + extra;
    const transactions = await market.send({ ...made, value });
    for (const transaction of transactions) accounts.add(addressOf(transaction));

    let gained = 0n;
    for (const account of accounts) gained += (await market.balance(account)) - (had.get(account) ?? 0n);
    expect(gained, `coins are lost or made by ${name}`).toBe(value - feesOf(transactions));
    const events = follow(index, market.platform, transactions);
    for (const event of events) checkSale(event, market, index, had, transactions);
    for (const { type } of events) went.set(type, (went.get(type) ?? 0) + 1);
  }
  await compare(market, index);
  return went;
}

/** The index equals the answers of the chain. */
async function compare(market: Market, { contents, licences, issued }: EventIndex): Promise<void> {
  expect(await market.countItems(market.platform)).toBe(contents.size);
  for (const [address, { owner, ...terms }] of contents) {
    expect(readItemData(await market.get(address, 'get_nft_data'))?.owner).toBe(owner);
    expect(readContentTerms(await market.get(address, 'get_terms'))).toEqual(terms);
    expect(await market.countItems(address)).toBe(issued.get(address) ?? 0);
  }
  for (const [address, { content, owner, kind, offer }] of licences) {
    expect(readItemData(await market.get(address, 'get_nft_data'))).toMatchObject({
      collection: content,
      owner,
    });
    expect(readLicenceData(await market.get(address, 'get_licence_data'))).toMatchObject({
      kind,
      offerPrice: offer,
    });
  }
}

it(`no coin is created or lost, and the events match the chain (SEED=${seed})`, {
  timeout: 600_000,
  retry: 0,
}, async () => {
  const went = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<PriceList[]>('live', 'former', 'double'), steps, async (prices, all) => {
      for (const [type, count] of await run(prices, all)) went.set(type, (went.get(type) ?? 0) + count);
    }),
    // Shrinking takes at most a minute.
    { seed, numRuns, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true },
  );
  // Runs without a sale prove nothing.
  expect(went.get('licence_issued')).toBeGreaterThan(numRuns);
  expect(went.get('content_changed')).toBeGreaterThan(0);
});
