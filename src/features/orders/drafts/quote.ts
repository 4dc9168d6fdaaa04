import type { OrderQuote } from '../../../contract/dashboard-api/orders.ts';
import type { OrderFees } from '../order-context.ts';
import { sendAll } from '../outbox/outbox.ts';
import { feesOf } from '../place-order.ts';
import type { Draft } from './draft.ts';

/** Rounds amounts for display, e.g. 0.013 GRAM instead of 0.0122096. */
const step = 1_000_000n;

const roundedFees = (draft: Draft, fees: OrderFees): bigint =>
  ((feesOf(draft, fees) + step - 1n) / step) * step;

/** Returns the required balance of the wallet, fees included, in nanograms. */
export const neededFor = (draft: Draft, fees: OrderFees): bigint =>
  roundedFees(draft, fees) + (draft.sendMode & sendAll ? 0n : draft.amount);

/** Returns the maximum amount that leaves the wallet, and its part that stays as a deposit with what is created. */
export const quoteOf = (draft: Draft, fees: OrderFees): OrderQuote => ({
  most: (draft.sendMode & sendAll ? draft.amount : neededFor(draft, fees)).toString(),
  deposit: (draft.deposit ?? 0n).toString(),
  warning: draft.warning ?? null,
});
