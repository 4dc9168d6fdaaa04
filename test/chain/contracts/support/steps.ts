import { beginCell, type Cell } from '@ton/core';
import fc from 'fast-check';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import {
  actionAmount,
  purchaseAmount,
  registerAmount,
  resaleAmount,
} from '../../../../src/features/chain/contracts/amounts.ts';
import { countCells } from '../../../../src/features/chain/contracts/cell-count.ts';
import {
  buyLicence,
  destroyLicence,
  offerLicence,
  purchaseLicence,
  registerContent,
  setContentTerms,
  topUp,
  transferItem,
} from '../../../../src/features/chain/contracts/messages.ts';
import { operations } from '../../../../src/features/chain/contracts/operations.ts';
import type { EventIndex } from './event-index.ts';
import { person } from './people.ts';
import { sampleParams } from './samples.ts';

/** One message, which is created when it is sent, because its recipient is unknown before. */
export interface Step {
  name: string;
  make: (market: { platform: RawAddress; index: EventIndex; now: number }) => Made | undefined;
  /** Seconds before this step. */
  pause: number;
}

export interface Made {
  from: RawAddress;
  to: RawAddress;
  value: bigint;
  body?: Cell;
  bounce?: boolean;
}

const people = ['ada', 'ben', 'cem', 'dee'].map(person);
const who = fc.constantFrom(...people);
const price = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(1n, 999_999n, 2n ** 63n - 1n, 2n ** 63n) },
  { weight: 2, arbitrary: fc.constantFrom(0n, 1_000_000n, 1_000_001n) },
  { weight: 9, arbitrary: fc.bigInt({ min: 1_000_000n, max: 20_000_000_000n }) },
);
/** Amounts sent in addition to the minimum. */
const more = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0n) },
  fc.bigInt({ min: -70_000_000n, max: 2n * 10n ** 9n }),
);
const nth = fc.nat(50);
const inTime = fc.oneof({ weight: 9, arbitrary: fc.constant(60) }, fc.constant(-1));
const queryId = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const share = fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 990 }) }, fc.nat(10_000));
const shares = fc.array(fc.record({ to: who, share }), { maxLength: 11 });
const mostly = fc.nat(4).map((number) => number > 0);
const terms = fc.record({
  price,
  resalePrice: price,
  allowResale: mostly,
  withdrawn: mostly.map((no) => !no),
});
/** Mostly the owner according to the index; sometimes another user. */
const sender = fc.option(who, { freq: 4 });

function pick<T>(items: Iterable<T>, index: number): T | undefined {
  const all = [...items];
  return all[index % Math.max(all.length, 1)];
}

const max = (a: bigint, b: bigint) => (a > b ? a : b);

const register = fc
  .record({ from: who, owner: fc.option(who), terms, shares, more, seconds: inTime, queryId })
  .map(({ from, owner, terms: { withdrawn: _, ...prices }, ...rest }) => ({
    name: 'register',
    make: ({ platform, now }) => {
      const params = sampleParams({ ...prices, royalties: rest.shares });
      const body = registerContent({ queryId: rest.queryId, validUntil: now + rest.seconds, owner, params });
      return {
        from,
        to: platform,
        value: max(registerAmount(countCells(params.metadata)) + rest.more, 0n),
        body,
      };
    },
  })) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

const purchase = fc
  .record({ from: who, nth, resale: fc.boolean(), recipient: fc.option(who), more, seconds: inTime, queryId })
  .map(({ from, resale: forResale, recipient, ...rest }) => ({
    name: 'purchase',
    make: ({ index, now }) => {
      const [to, content] = pick(index.contents, rest.nth) ?? [];
      if (!to || !content) return undefined;
      const maxPrice = forResale ? content.resalePrice : content.price;
      const request = { queryId: rest.queryId, validUntil: now + rest.seconds, maxPrice, recipient };
      const body = purchaseLicence({ ...request, kind: forResale ? 'resale' : 'listen', deliverTo: null });
      return { from, to, value: max(purchaseAmount(maxPrice) + rest.more, 0n), body };
    },
  })) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

const changeTerms = fc
  .record({ from: sender, nth, terms, more, seconds: inTime, queryId })
  .map(({ from, ...rest }) => ({
    name: 'terms',
    make: ({ index, now }) => {
      const [to, content] = pick(index.contents, rest.nth) ?? [];
      if (!to || !content) return undefined;
      const body = setContentTerms({ queryId: rest.queryId, validUntil: now + rest.seconds, ...rest.terms });
      return { from: from ?? content.owner, to, value: max(actionAmount + rest.more, 0n), body };
    },
  })) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

const give = fc
  .record({ from: sender, newOwner: who, nth, licence: fc.boolean(), more, queryId })
  .map(({ from, newOwner, ...rest }) => ({
    name: 'give',
    make: ({ index }) => {
      const [to, item] =
        pick<[RawAddress, { owner: RawAddress }]>(rest.licence ? index.licences : index.contents, rest.nth) ??
        [];
      if (!to || !item) return undefined;
      const owner = from ?? item.owner;
      const body = transferItem({ queryId: rest.queryId, newOwner, changeTo: owner });
      return { from: owner, to, value: max(actionAmount + rest.more, 0n), body };
    },
  })) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

const offer = fc
  .record({ from: sender, price, nth, more, seconds: inTime, queryId })
  .map(({ from, ...rest }) => ({
    name: 'offer',
    make: ({ index, now }) => {
      const [to, licence] = pick(index.licences, rest.nth) ?? [];
      if (!to || !licence) return undefined;
      const body = offerLicence({ queryId: rest.queryId, validUntil: now + rest.seconds, price: rest.price });
      return { from: from ?? licence.owner, to, value: max(actionAmount + rest.more, 0n), body };
    },
  })) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

const resale = fc.record({ from: who, nth, more, seconds: inTime, queryId }).map(({ from, ...rest }) => ({
  name: 'resale',
  make: ({ index, now }) => {
    const offered = [...index.licences].filter(([, held]) => held.offer > 0n);
    const [to, licence] = pick(offered, rest.nth) ?? [];
    if (!to || !licence) return undefined;
    const request = {
      queryId: rest.queryId,
      validUntil: now + rest.seconds,
      maxPrice: licence.offer,
      deliverTo: null,
    };
    return { from, to, value: max(resaleAmount(licence.offer) + rest.more, 0n), body: buyLicence(request) };
  },
})) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

const destroy = fc.record({ from: sender, nth, more, seconds: inTime, queryId }).map(({ from, ...rest }) => ({
  name: 'destroy',
  make: ({ index, now }) => {
    const [to, licence] = pick(index.licences, rest.nth) ?? [];
    if (!to || !licence) return undefined;
    const body = destroyLicence({ queryId: rest.queryId, validUntil: now + rest.seconds });
    return { from: from ?? licence.owner, to, value: max(actionAmount + rest.more, 0n), body };
  },
})) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

/** A user who sends any message to any address, including events. */
const hostile = fc
  .record({
    from: who,
    nth,
    operation: fc.constantFrom(...Object.values(operations), 0, 1, 0x1f867177, 0x6dfa8b33),
    tail: fc.uint8Array({ maxLength: 100 }),
    empty: fc.boolean(),
    value: fc.bigInt({ min: 0n, max: 3n * 10n ** 9n }),
    bounce: fc.boolean(),
  })
  .map(({ from, operation, tail, empty, value, bounce, ...rest }) => ({
    name: 'hostile',
    make: ({ platform, index }) => {
      const to = pick([platform, ...index.contents.keys(), ...index.licences.keys()], rest.nth) ?? platform;
      if (empty) return { from, to, value, bounce };
      const body = beginCell().storeUint(operation, 32).storeBuffer(Buffer.from(tail)).endCell();
      return { from, to, value, body, bounce };
    },
  })) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

const paid = fc.record({ from: who, nth, queryId }).map(({ from, ...rest }) => ({
  name: 'top up',
  make: ({ platform, index }) => {
    const to = pick([platform, ...index.contents.keys(), ...index.licences.keys()], rest.nth) ?? platform;
    return { from, to, value: 500_000_000n, body: topUp({ queryId: rest.queryId }) };
  },
})) satisfies fc.Arbitrary<Omit<Step, 'pause'>>;

const pause = fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.nat(400 * 86_400));

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: register },
      { weight: 5, arbitrary: purchase },
      { weight: 2, arbitrary: changeTerms },
      { weight: 3, arbitrary: give },
      { weight: 4, arbitrary: offer },
      { weight: 3, arbitrary: resale },
      { weight: 1, arbitrary: destroy },
      { weight: 3, arbitrary: hostile },
      { weight: 1, arbitrary: paid },
    ),
    pause,
  )
  .map(([made, seconds]) => ({ ...made, pause: seconds }));

/** Actions of several users on one platform. */
export const steps = fc.array(step, { minLength: 30, maxLength: 60, size: 'max' });
