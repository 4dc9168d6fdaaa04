import { type Builder, beginCell, Cell } from '@ton/core';
import { expect, test } from 'vitest';
import { ChainFees } from '../../../src/features/chain/fees/chain-fees.ts';
import { highestPrices, readPrices } from '../../../src/features/chain/fees/chain-prices.ts';

const forward = (messagePrice: bigint, bitPrice: bigint, cellPrice: bigint) =>
  beginCell()
    .storeUint(0xea, 8)
    .storeUint(messagePrice, 64)
    .storeUint(bitPrice, 64)
    .storeUint(cellPrice, 64)
    .storeUint(98_304, 32)
    .storeUint(21_845, 16)
    .storeUint(21_845, 16)
    .endCell();
const limits = (builder: Builder, price: bigint, numbers: number) => {
  builder.storeUint(price, 64);
  for (let n = 0; n < numbers; n += 1) builder.storeUint(n, 64);
  return builder.endCell();
};
const flat = () => beginCell().storeUint(0xd1, 8).storeUint(100, 64).storeUint(6667, 64);
const gas = (price: bigint) => limits(flat().storeUint(0xde, 8), price, 7);

/** The main network until April and since May 2026. */
const [former, live] = [
  [gas(26_214_400n), forward(400_000n, 26_214_400n, 2_621_440_000n)],
  [gas(4_369_067n), forward(66_667n, 4_369_067n, 436_906_667n)],
] as const;

test('reads prices from each form of the parameters', () => {
  expect(readPrices(...former)).toEqual(highestPrices);
  for (const form of [
    limits(flat().storeUint(0xdd, 8), 7n, 5),
    limits(beginCell().storeUint(0xdd, 8), 7n, 5),
    limits(beginCell().storeUint(0xde, 8), 7n, 7),
  ]) {
    expect(readPrices(form, live[1])).toMatchObject({ gas: 7n, message: 66_667n, cell: 436_906_667n });
  }
  for (const [one, other] of [
    [live[1], live[1]],
    [live[0], live[0]],
    [Cell.EMPTY, live[1]],
    [flat().endCell(), live[1]],
  ] as const) {
    expect(() => readPrices(one, other)).toThrow();
  }
});

function feesOf(parameters: { now: readonly [Cell, Cell] }) {
  const world = { now: 1_800_000_000_000, asked: 0 };
  const fees = new ChainFees({
    configParameter: async (number) => {
      world.asked += 1;
      return parameters.now[number === 21 ? 0 : 1];
    },
    clock: () => world.now,
  });
  return { fees, world };
}

const message = beginCell().storeUint(1, 500).storeRef(beginCell().storeUint(2, 100)).endCell().toBoc();

test('computes fees from the prices of the network, which are read once a day', async () => {
  const parameters = { now: former };
  const { fees, world } = feesOf(parameters);
  await Promise.all([fees.check(), fees.refresh()]);
  await fees.check();
  const before = fees.sending(message);
  expect(world.asked).toBe(2);
  parameters.now = live;
  await fees.refresh();
  expect(fees.sending(message)).toBe(before);
  world.now += 24 * 60 * 60 * 1000;
  await fees.refresh();
  // Gas 12,500; two messages of 600 bits and two cells; and rent.
  const exact = 5_000_000 + 12_500 * 66.667 + 2 * (66_667 + 600 * 66.667 + 2 * 6666.67);
  expect(Math.abs(Number(fees.sending(message)) - exact)).toBeLessThan(10);
  expect(fees.sending(message)).toBeLessThan(before);
});

test.each<[string, readonly [Cell, Cell], string]>([
  ['gas', [gas(26_214_401n), live[1]], 'chain.feesTooHigh'],
  ['messages', [live[0], forward(400_001n, 1n, 1n)], 'chain.feesTooHigh'],
  ['bits', [live[0], forward(1n, 26_214_401n, 1n)], 'chain.feesTooHigh'],
  ['cells', [live[0], forward(1n, 1n, 2_621_440_001n)], 'chain.feesTooHigh'],
  ['nothing', [Cell.EMPTY, live[1]], 'chain.pricesUnreadable'],
])(
  'drafts no order at unknown prices, or at prices that the amounts do not cover: %s',
  async (_what, now, reason) => {
    const { fees } = feesOf({ now });
    await expect(fees.check()).rejects.toMatchObject({ code: 'chain_unavailable', text: { reason } });
  },
);
