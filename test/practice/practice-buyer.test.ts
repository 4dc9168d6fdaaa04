import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RefusedError } from '../../src/features/practice/people/node-user.ts';
import { type Buyer, buyNewWorks } from '../../src/features/practice/people/practice-buyer.ts';
import { TooExpensiveError } from '../../src/features/practice/people/practice-person.ts';
import { patience } from '../support/patience.ts';

const GRAM = 1_000_000_000n;
const addressOf = (n: number) => `0:${n.toString(16).padStart(64, '0')}` as const;
const [own, seller, user] = [addressOf(1), addressOf(2), addressOf(3)];

/** A work in the form of `content.list`. */
const workOf = (n: number, owner: string, price: bigint) => ({ n, owner, price });

let works: ReturnType<typeof workOf>[];
/** Errors of the next purchases, by work. */
let errors: Map<string, unknown[]>;
let paid: string[];
let requested: string[];
let passes: number;
let ending: AbortController;

function buyer(): Buyer {
  const done: string[] = [];
  const call = async (_schema: unknown, { body }: { body?: unknown }) => {
    if (body === undefined) {
      passes += 1;
      return {
        items: works.map(({ n, owner, price }) => ({
          content_address: addressOf(n),
          encrypted: { owner_address: owner, license: { listen: { price: String(price) } } },
        })),
      };
    }
    const { content_address: address } = body as { content_address: string };
    requested.push(address);
    const error = errors.get(address)?.shift();
    if (error) throw error;
    return { address, amount: String(GRAM), valid_until: 0 };
  };
  return {
    account: { raw: own },
    user: { call },
    signal: ending.signal,
    resume: async () => {},
    hasDone: (purpose: string) => done.includes(purpose),
    done: (beginning: string) => done.filter((purpose) => purpose.startsWith(beginning)).length,
    pay: async (purpose: string, { address }: { address: string }, max: bigint) => {
      if (max < GRAM) throw new TooExpensiveError();
      paid.push(address);
      done.push(purpose);
    },
    report: () => {},
  } as unknown as Buyer;
}

let running: Promise<unknown>;
const start = () => {
  running = buyNewWorks(buyer(), { others: [seller], pollMs: 1 }).catch(() => {});
};
/** Resolves after two more complete passes. */
const passed = async () => {
  const before = passes;
  await vi.waitFor(() => expect(passes).toBeGreaterThan(before + 2), patience);
};

beforeEach(() => {
  [works, errors, paid, requested, passes] = [[], new Map(), [], [], 0];
  ending = new AbortController();
});
afterEach(async () => {
  ending.abort();
  await running;
});

it('buys works of other people once, up to the price', async () => {
  works = [
    workOf(10, user, GRAM),
    workOf(11, user, 10n * GRAM),
    workOf(12, user, 10n * GRAM + 1n),
    workOf(13, user, 0n),
    workOf(14, seller, GRAM),
    workOf(15, own, GRAM),
  ];
  start();
  await passed();
  expect(paid).toEqual([addressOf(10), addressOf(11)]);
  works.push(workOf(16, user, GRAM));
  await passed();
  expect(paid).toEqual([addressOf(10), addressOf(11), addressOf(16)]);
});

it('the practice buyer ends after twenty purchases', async () => {
  works = Array.from({ length: 25 }, (_, n) => workOf(100 + n, user, GRAM));
  start();
  await running;
  expect(paid).toHaveLength(20);
  expect(ending.signal.aborted).toBe(false);
});

it.each([
  ['a failed connection', new TypeError('fetch failed'), true],
  ['an open order', new RefusedError('order_open'), true],
  ['a refusal', new RefusedError('not_for_sale'), false],
  ['a larger amount', new TooExpensiveError(), false],
])('after %s, the practice buyer retries only where that can help', async (_, error, isRepeated) => {
  works = [workOf(10, user, GRAM)];
  errors.set(addressOf(10), [error]);
  start();
  await passed();
  expect(paid).toEqual(isRepeated ? [addressOf(10)] : []);
  expect(requested).toHaveLength(isRepeated ? 2 : 1);
});
