import type { OrderQuote } from '../../../contract/dashboard-api/orders.ts';
import { sendAll } from '../outbox/outbox.ts';
import { feesOf } from '../place-order.ts';
import type { Draft } from './draft.ts';

/** So that people read 0.013 TON, and not 0.0122096. */
const step = 1_000_000n;

const roundedFees = (draft: Draft): bigint => ((feesOf(draft) + step - 1n) / step) * step;

/** What a wallet has to have for it, fees included, in nanoTON. */
export const neededFor = (draft: Draft): bigint =>
  roundedFees(draft) + (draft.sendMode & sendAll ? 0n : draft.amount);

/** What leaves the wallet at most, and what of it is not gone. */
export const quoteOf = (draft: Draft): OrderQuote => ({
  most: (draft.sendMode & sendAll ? draft.amount : neededFor(draft)).toString(),
  deposit: (draft.deposit ?? 0n).toString(),
});
