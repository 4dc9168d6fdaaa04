import * as z from 'zod';
import type { ExchangeRate } from '../../contract/dashboard-api/rates.ts';
import type { Settings } from '../../contract/settings.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { parseJson } from '../../core/parse-json.ts';
import type { ConnectionPolicy } from '../../platform/net/guarded/address-policy.ts';
import { guardedFetch } from '../../platform/net/guarded/guarded-fetch.ts';

const minuteMs = 60_000;
const askEveryMs = 10 * minuteMs;
const rateKeptMs = 24 * 60 * minuteMs;
const timeoutMs = 10_000;

export interface RateServiceOptions {
  settings: () => Pick<Settings, 'prices' | 'chain'>;
  connection: Pick<ConnectionPolicy<'named'>, 'guards' | 'resolve'>;
  clock: Clock;
  /** Aborts a request. */
  signal: AbortSignal;
  /** Called with the error when the source returns no rate. */
  onFailure: (error: unknown) => void;
}

interface KnownRate {
  pricePerGram: number;
  askedAt: number;
}

/** Asks a source for the exchange rate of the coin, only while the owner wants prices in a currency. */
export class RateService {
  readonly #options: RateServiceOptions;
  /** The last request; a rate of another currency or source is not shown. */
  #lastRequest: { url: string; at: number; result: Promise<void> } | undefined;
  #known: KnownRate | undefined;

  constructor(options: RateServiceOptions) {
    this.#options = options;
  }

  /** Returns the rate; asks the source if the last request is ten minutes old. Never rejects. */
  async get(): Promise<ExchangeRate> {
    const { settings, clock } = this.#options;
    const { prices, chain } = settings();
    const { currency = null } = prices;
    const source = new URL(prices.source).host;
    // Coins of other networks have no value.
    if (currency === null || chain.network !== 'mainnet') return { currency, source, rate: null };
    await this.#request(prices.source.replaceAll('{currency}', currency.toLowerCase()), currency);
    const known = this.#known;
    const isFresh = known !== undefined && clock() - known.askedAt < rateKeptMs;
    const rate = isFresh
      ? { price_per_gram: known.pricePerGram, asked_at: toTimestamp(known.askedAt) }
      : null;
    return { currency, source, rate };
  }

  #request(url: string, currency: string): Promise<void> {
    const now = this.#options.clock();
    if (this.#lastRequest?.url === url && Math.abs(now - this.#lastRequest.at) < askEveryMs)
      return this.#lastRequest.result;
    if (this.#lastRequest?.url !== url) this.#known = undefined;
    const result = this.#fetch(url, currency).then((pricePerGram) => {
      if (this.#lastRequest?.url === url) this.#known = { pricePerGram, askedAt: now };
    }, this.#options.onFailure);
    this.#lastRequest = { url, at: now, result };
    return result;
  }

  async #fetch(url: string, currency: string): Promise<number> {
    const { connection, signal } = this.#options;
    const { origin, pathname, search } = new URL(url);
    const { text } = await guardedFetch({
      origin,
      path: pathname + search,
      guard: connection.guards.named,
      resolve: connection.resolve,
      timeoutMs,
      signal,
    });
    return rateIn(ratesResponse.parse(parseJson(text)), currency);
  }
}

/** The response of TonAPI's `/v2/rates`. */
const ratesResponse = z.object({
  rates: z.record(z.string(), z.object({ prices: z.record(z.string(), z.number()) })),
});

/** Names of the coin in that response, the present and the former one. */
const coinNames = ['GRAM', 'TON'];

/** Returns the price of one coin. @throws Error where the response has none */
function rateIn({ rates }: z.infer<typeof ratesResponse>, currency: string): number {
  const coin = Object.entries(rates).find(([name]) => coinNames.includes(name.toUpperCase()));
  const price = Object.entries(coin?.[1].prices ?? {}).find(([name]) => name.toUpperCase() === currency);
  if (!price || !(price[1] > 0)) throw new Error(`the response has no price in ${currency}`);
  return price[1];
}
