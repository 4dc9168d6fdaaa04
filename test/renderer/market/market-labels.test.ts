import { expect, it } from 'vitest';
import { offerLabel } from '../../../renderer/features/market/market-labels.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { plain } from '../plain-spaces.ts';

const item = { price: '2000000000', mine: false, withdrawn: false, licences: [] } as unknown as MarketItem;
const labelOf = (change: object) => plain(offerLabel({ ...item, ...change }));

it('shows the price of an offer to its seller, too, unless nobody can buy it', () => {
  expect(labelOf({})).toBe('2 GRAM');
  expect(labelOf({ mine: true })).toBe('Yours · 2 GRAM');
  expect(labelOf({ mine: true, withdrawn: true })).toBe('Withdrawn');
  expect(labelOf({ licences: [{}] })).toBe('Owned');
});
