import { Cell } from '@ton/core';
import { expect, it } from 'vitest';
import { type Draft, paySeparately } from '../../src/features/orders/drafts/draft.ts';
import type { OrderRecord } from '../../src/features/orders/order.ts';
import { placeOrder } from '../../src/features/orders/place-order.ts';

const now = Date.parse('2026-11-23T08:00:00Z');
const draft: Draft = {
  ...{ kind: 'register', title: 'Song', purpose: 'register 00', terms: '00', recipient: null },
  ...{ target: `0:${'1'.repeat(64)}`, amount: 1n, bounce: true, sendMode: paySeparately },
  body: () => Cell.EMPTY,
};
const fees = { refresh: async () => {}, check: async () => {}, sending: () => 0n };

/** Places an order while another one with other terms is open. */
const place = (open: Partial<OrderRecord>) =>
  placeOrder(
    {
      orders: { add: async () => ({ refusedBy: 'other_terms', open: open as OrderRecord }) },
      fees,
      clock: () => now,
    },
    () => draft,
    { user: 'u1', payWith: null, allowance: null, payer: null },
  );

it('a refused order never returns a retry time in the past', async () => {
  await expect(place({ validUntil: now + 60_000 })).rejects.toThrow(
    expect.objectContaining({
      code: 'order_open',
      text: { reason: 'orders.openWithOtherTerms', params: { until: '2026-11-23T08:01:00.000Z' } },
    }),
  );
  await expect(place({ validUntil: now })).rejects.toThrow(
    expect.objectContaining({
      code: 'order_open',
      text: { reason: 'orders.expiredUnconfirmed', params: {} },
    }),
  );
});
