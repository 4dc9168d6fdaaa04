import { TupleReader } from '@ton/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/core/caller.ts';
import { message } from '../../../src/core/messages/message.ts';
import type { OrdersOptions } from '../../../src/features/orders/create-orders.ts';
import { ContractFees } from '../../../src/features/orders/drafts/contract-fees.ts';
import { type Draft, paySeparately, type RequiredFee } from '../../../src/features/orders/drafts/draft.ts';
import { type OrderWorld, openOrderWorld, publication, registration, ton } from '../support/order-world.ts';

const user: Caller = { user: 'u1', scopes: new Set(), principal: 'user:u1', name: 'Ada', sessionId: 's1' };
const day = 24 * 60 * 60 * 1000;
/** The answer of the chain instead of the fees. */
let change = (fees: bigint[]): bigint[] => fees;
let asked: string[] = [];
let now = Date.now();

/** A chain whose fees change meanwhile. */
function withOtherFees(chain: OrdersOptions['chain']): OrdersOptions['chain'] {
  const runMethod: typeof chain.runMethod = async (address, name, ...more) => {
    const answer = await chain.runMethod(address, name, ...more);
    if (name !== 'get_fees') return answer;
    asked.push(JSON.stringify(more[0], (_key, value) => (typeof value === 'bigint' ? `${value}` : value)));
    const fees = change([1, 2, 3, 4].map(() => answer.stack.readBigNumber()));
    return { ...answer, stack: new TupleReader(fees.map((value) => ({ type: 'int', value }))) };
  };
  return new Proxy(chain, {
    get: (target, name) => {
      if (name === 'runMethod') return runMethod;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

let world: OrderWorld;
let content_address: string;
let licence_address: string;

beforeAll(async () => {
  world = await openOrderWorld({ onChain: withOtherFees, clock: () => now });
  await world.orders.platform.deployed;
  for (const text of ['a', 'b', 'c']) world.store(text);
  const placed = await world.orderService.place(registration('a'));
  content_address = (await world.settled(placed.query_id)).contentAddress ?? '';
  const buy = { kind: 'purchase', pay_with: 'service_wallet', content_address, licence: 'resale' } as const;
  await world.settled((await world.orderService.place(buy)).query_id);
  const content = world.market.byAddress(content_address);
  licence_address = (content && world.market.licencesOf(content, world.service.raw)[0]?.address) ?? '';
  const offer = { kind: 'offer', pay_with: 'service_wallet', licence_address, price: `${ton}` } as const;
  await world.settled((await world.orderService.place(offer)).query_id);
});
afterAll(() => world.stop());
beforeEach(() => {
  // Cached fees are read again.
  now += 2 * day;
  asked = [];
  change = (fees) => fees;
});

const refusal = { code: 'chain_unavailable', text: message('chain.feesTooHigh') };
const practice = { pay_with: 'practice_wallet' } as const;
const service = { pay_with: 'service_wallet' } as const;
const terms = { price: '0', resale_price: '0', allow_resale: true, withdrawn: false };

describe('when the network requires more than is attached', () => {
  it('nothing is drafted, quoted, recorded or sent', async () => {
    change = (fees) => fees.map((fee) => fee * 100n);
    const orders = () => world.orderRepository.page(undefined, undefined, 100).length;
    const balances = () => Promise.all([world.service, world.practice].map(({ raw }) => world.balance(raw)));
    const before = [orders(), await balances()];
    const requests = [
      registration('b'),
      { kind: 'purchase', ...practice, content_address, licence: 'listen' },
      { kind: 'terms', ...practice, content_address, ...terms },
      { kind: 'offer', ...service, licence_address, price: '0' },
      { kind: 'transfer', ...service, licence_address, to: world.practice.raw },
      { kind: 'buy_offer', ...practice, licence_address, price: `${ton}` },
    ] as const;
    for (const request of requests) {
      await expect(world.orderService.quote(request), request.kind).rejects.toMatchObject(refusal);
      await expect(world.orderService.place(request), request.kind).rejects.toMatchObject(refusal);
    }
    const purchase = { content_address, license_type: 'listen' } as const;
    await expect(world.web.newContent(user, publication('b'))).rejects.toMatchObject(refusal);
    await expect(world.web.purchase(user, purchase)).rejects.toMatchObject(refusal);
    expect([orders(), await balances()]).toEqual(before);
  });

  it('sends an amount that just suffices, and refuses one nanogram less', async () => {
    const fees = [7n, 8n, 9n, 10n];
    change = () => fees;
    const { address: platform } = world.platform;
    const known = new ContractFees({ chain: withOtherFees(world.ton), clock: () => now });
    const draft = (fee: RequiredFee): Draft => ({
      ...{ kind: 'offer', title: '', purpose: '', terms: '', target: platform, recipient: null, amount: 0n },
      ...{ bounce: true, sendMode: paySeparately, body: () => expect.unreachable(), fee },
    });
    for (const [index, kind] of (['register', 'purchase', 'resale', 'action'] as const).entries()) {
      const attached = fees[index] ?? 0n;
      await known.check(draft({ kind, platform, attached }));
      await expect(known.check(draft({ kind, platform, attached: attached - 1n }))).rejects.toMatchObject(
        refusal,
      );
    }
  });
});

it('reads fees once a day for a number of shares and of cells', async () => {
  const royalties = [1, 2, 3].map((n) => ({ address: `0:${`${n}`.repeat(64)}`, value: 100 }));
  const request = registration('c', { royalties });
  for (let n = 0; n < 3; n += 1) await world.orderService.quote(request);
  expect(asked).toEqual([expect.stringMatching(/^\[\{"type":"int","value":"3"\},.*"value":"\d{2}"\}\]$/)]);
  now += day + 1;
  await world.orderService.quote(request);
  expect(asked).toHaveLength(2);
});

it('a fee is requested from a second service where two must agree, and from no service without the platform', async () => {
  const { address: platform } = world.platform;
  const check = (second: OrdersOptions['chain'], of = platform) =>
    new ContractFees({ chain: world.ton, second, clock: () => now }).check({
      fee: { kind: 'action', platform: of, attached: ton },
    });
  await check(world.ton);
  change = (fees) => fees.map((value) => value + 1n);
  await expect(check(withOtherFees(world.ton))).rejects.toMatchObject({
    text: message('chain.servicesDisagree'),
  });
  await expect(check(world.ton, `0:${'9'.repeat(64)}`)).rejects.toMatchObject({
    text: message('orders.feesUnknown'),
  });
});

it('rejects an invalid answer with the fees of a contract', async () => {
  change = () => [1n];
  await expect(world.orderService.quote(registration('c'))).rejects.toMatchObject({
    code: 'chain_unavailable',
    text: message('orders.feesUnknown'),
  });
});
