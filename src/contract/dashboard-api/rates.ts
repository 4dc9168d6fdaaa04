import * as z from 'zod';
import { timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { currencies } from '../settings.ts';

/** What the coin costs in the currency of the owner, for display only. */
export const exchangeRate = z.object({
  /** null: prices are shown in the coin only. */
  currency: z.enum(currencies).nullable(),
  /** The host that provides the rate. */
  source: z.string(),
  /** null: not known, older than a day, or a network with test money. */
  rate: z
    .object({
      /** In the currency, for one coin. */
      price_per_gram: z.number().positive(),
      asked_at: timestamp,
    })
    .nullable(),
});
export type ExchangeRate = z.infer<typeof exchangeRate>;

export const getRate = {
  method: 'GET',
  path: '/local/rate',
  summary: 'Get the exchange rate for approximate prices; asks its source at most every ten minutes',
  responses: { 200: { description: 'The rate', schema: exchangeRate } },
} as const satisfies EndpointContract;
