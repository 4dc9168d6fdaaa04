import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exchangeRate } from '../../src/contract/dashboard-api/rates.ts';
import { settings as settingsSchema } from '../../src/contract/settings.ts';
import { RateService } from '../../src/features/rates/index.ts';
import { AddressPolicy } from '../../src/platform/net/guarded/address-policy.ts';

const minute = 60_000;
const start = Date.parse('2026-05-03T12:00:00Z');
let now = start;
let asked: string[] = [];
let answer: string | undefined;
let settings = settingsSchema.parse({});
let rates: RateService;

const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(answer === undefined ? 500 : 200, { 'Content-Type': 'application/json' }).end(answer);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

/** Turns prices on. */
const turnOn = (currency: string | undefined, network = 'mainnet') => {
  const source = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/rates?currencies={currency}`;
  settings = settingsSchema.parse({ prices: { currency, source }, chain: { network } });
};
const pricePerGram = async () => exchangeRate.parse(await rates.get()).rate?.price_per_gram;

beforeEach(() => {
  now = start;
  asked = [];
  answer = JSON.stringify({ rates: { GRAM: { prices: { EUR: 2.48, USD: 0.29 }, diff_24h: {} } } });
  rates = new RateService({
    settings: () => settings,
    connection: {
      guards: new AddressPolicy({ allowPrivateHosts: false, clock: () => now }),
      resolve: (name) => lookup(name, { all: true }),
    },
    clock: () => now,
    signal: new AbortController().signal,
    onFailure: () => {},
  });
});

it('asks nothing by default, nor for test money', async () => {
  settings = settingsSchema.parse({ chain: { network: 'mainnet' } });
  expect(await rates.get()).toEqual({ currency: null, source: 'tonapi.io', rate: null });
  for (const network of ['off', 'embedded', 'testnet']) {
    turnOn('EUR', network);
    expect(await pricePerGram(), network).toBeUndefined();
  }
  expect(asked).toEqual([]);
});

it('asks at most every ten minutes, and again for another currency', async () => {
  turnOn('EUR');
  const all = await Promise.all([rates.get(), rates.get()]);
  expect(all[0]).toEqual({
    currency: 'EUR',
    source: new URL(settings.prices.source).host,
    rate: { price_per_gram: 2.48, asked_at: '2026-05-03T12:00:00.000Z' },
  });
  now += 9 * minute;
  expect(await pricePerGram()).toBe(2.48);
  expect(asked).toEqual(['/v2/rates?currencies=eur']);
  now += minute;
  expect(await pricePerGram()).toBe(2.48);
  expect(asked).toHaveLength(2);
  turnOn('USD');
  expect(await pricePerGram()).toBe(0.29);
  expect(asked).toHaveLength(3);
});

it('keeps the last rate for a day when the source fails, and asks a failing source no more often', async () => {
  turnOn('EUR');
  await pricePerGram();
  answer = undefined;
  now += 23 * 60 * minute;
  expect(await pricePerGram()).toBe(2.48);
  expect(await pricePerGram()).toBe(2.48);
  expect(asked).toHaveLength(2);
  now += 60 * minute;
  expect(await pricePerGram()).toBeUndefined();
  answer = JSON.stringify({ rates: { TON: { prices: { EUR: 3 } } } });
  now += 10 * minute;
  expect(await pricePerGram()).toBe(3);
});

it.each([
  ['no JSON', 'rates: 2.48'],
  ['other JSON', '[]'],
  ['another coin', JSON.stringify({ rates: { BTC: { prices: { EUR: 1 } } } })],
  ['another currency', JSON.stringify({ rates: { GRAM: { prices: { USD: 1 } } } })],
  ['a price of nothing', JSON.stringify({ rates: { GRAM: { prices: { EUR: 0 } } } })],
  ['a negative price', JSON.stringify({ rates: { GRAM: { prices: { EUR: -2 } } } })],
  ['a text', JSON.stringify({ rates: { GRAM: { prices: { EUR: '2' } } } })],
  ['an endless number', '{"rates":{"GRAM":{"prices":{"EUR":1e999}}}}'],
  [
    'more than 1 MiB',
    JSON.stringify({ rates: { GRAM: { prices: { EUR: 2 } } }, more: 'x'.repeat(1_100_000) }),
  ],
])('shows no rate after %s', async (_, text) => {
  turnOn('EUR');
  answer = text;
  expect(await pricePerGram()).toBeUndefined();
});
