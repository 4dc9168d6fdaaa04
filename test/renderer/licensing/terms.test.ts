import { describe, expect, it } from 'vitest';
import { ownersOf, priceProblem, termsOf, termsPlan } from '../../../renderer/features/licensing/terms.ts';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { orderRequest } from '../../../src/contract/dashboard-api/orders.ts';
import { formatTonAddress } from '../../../src/core/ton/ton-address.ts';
import { plain } from '../plain-spaces.ts';

const addressOf = (hex: string, bounceable: boolean) =>
  formatTonAddress(`0:${hex.repeat(32)}`, { bounceable, testOnly: true });

const item = {
  content_address: addressOf('cc', true),
  title: 'Nights',
  owner: addressOf('a1', true),
  price: '1500000000',
  resale_price: '0',
  allow_resale: false,
  withdrawn: false,
} as MarketItem;
const chain = {
  costs: { least_price: '1000000' },
  wallets: [
    { payer: 'service_wallet', address: addressOf('b2', false) },
    { payer: 'practice_wallet', address: addressOf('a1', false) },
  ],
} as ChainState;

const planned = (change: Partial<ReturnType<typeof termsOf>>, of = item) =>
  termsPlan(of, { ...termsOf(of), ...change }, chain);

describe('new terms', () => {
  it('are ordered by the wallet that owns the content, and by no other', () => {
    const plan = planned({ price: '2' });
    expect(ownersOf(item, chain)).toEqual(['practice_wallet']);
    expect(orderRequest.parse(plan?.request('practice_wallet'))).toMatchObject({
      content_address: item.content_address,
      price: '2000000000',
      withdrawn: false,
    });
    expect(ownersOf({ ...item, owner: addressOf('dd', true) }, chain)).toEqual([]);
  });

  it('are ordered only with a change and valid prices', () => {
    expect(planned({})).toBeNull();
    expect(planned({ price: '1.50' })).toBeNull();
    expect(planned({ price: '' })).toBeNull();
    expect(planned({ price: '0.0001' })).toBeNull();
    expect(planned({ allowResale: true })).toBeNull();
    expect(planned({ allowResale: true, resalePrice: '9' })?.request('wallet')).toMatchObject({
      resale_price: '9000000000',
      allow_resale: true,
    });
    expect(priceProblem(2n ** 63n, '1000000')).toBe('Amount too large');
    expect(plain(priceProblem(999_999n, '1000000') ?? '')).toBe('At least 0.001 GRAM, or 0 for free');
    expect(priceProblem(0n, '1000000')).toBeNull();
  });

  it('stop a sale and restart it with the former prices', () => {
    const stop = planned({ isForSale: false, price: 'half typed' });
    expect(stop?.confirm).toBe('Stop selling');
    expect(stop?.request('practice_wallet')).toMatchObject({ withdrawn: true, price: item.price });
    const again = planned({ isForSale: true }, { ...item, withdrawn: true });
    expect(again?.confirm).toBe('Sell again');
    expect(again?.request('practice_wallet')).toMatchObject({ withdrawn: false, price: item.price });
  });
});
