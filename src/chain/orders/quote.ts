import type { OrderQuote } from '../../contract/local-chain.ts';
import { sendAll } from '../wallets/outbox.ts';
import type { Draft } from './draft.ts';
import { feesOf } from './place-intent.ts';

/** What a wallet has to have for it, fees included, in nanoTON. */
export const neededFor = (draft: Draft): bigint =>
  draft.sendMode & sendAll ? feesOf(draft) : draft.amount + feesOf(draft);

/** What leaves the wallet at most, and what of it is not gone. */
export const quoteOf = (draft: Draft): OrderQuote => ({
  most: (draft.sendMode & sendAll ? draft.amount : neededFor(draft)).toString(),
  deposit: (draft.deposit ?? 0n).toString(),
});
