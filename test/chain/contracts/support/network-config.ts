import { beginCell, Cell, Dictionary } from '@ton/core';
import { slimConfig } from '@ton/sandbox/dist/config/slimConfig.js';

/**
 * Prices of the basechain: until April 2026, twice the former ones, and the current ones (a sixth; bits are stored for
 * free).
 */
export type PriceList = 'former' | 'double' | 'live';

const price: Record<PriceList, (former: bigint) => bigint> = {
  former: (former) => former,
  double: (former) => 2n * former,
  live: (former) => former / 6n,
};

/** ConfigParam 18: the prices of a bit and of a cell for 2^16 seconds, in nanograms. */
const rent: Record<PriceList, [number, number]> = { former: [1, 500], double: [2, 1000], live: [0, 135] };

function storagePrices(list: PriceList): Cell {
  const [bit, cell] = rent[list];
  const prices = beginCell().storeUint(0xcc, 8).storeUint(0, 32).storeUint(bit, 64).storeUint(cell, 64);
  // Prices of the masterchain.
  prices.storeUint(1000, 64).storeUint(500_000, 64);
  const all = Dictionary.empty(Dictionary.Keys.Uint(32), {
    serialize: (value: Cell, builder) => builder.storeSlice(value.beginParse()),
    parse: (slice) => slice.asCell(),
  });
  all.set(0, prices.endCell());
  return beginCell().storeDictDirect(all).endCell();
}

/** Returns ConfigParam 21 with another gas price. */
function gasPrices(former: Cell, list: PriceList): Cell {
  const slice = former.beginParse();
  const builder = beginCell().storeUint(slice.loadUint(8), 8).storeUint(slice.loadUint(64), 64);
  builder.storeUint(price[list](slice.loadUintBig(64)), 64).storeUint(slice.loadUint(8), 8);
  return builder
    .storeUint(price[list](slice.loadUintBig(64)), 64)
    .storeSlice(slice)
    .endCell();
}

/** Returns ConfigParam 25 with other lump, bit and cell prices. */
function forwardPrices(former: Cell, list: PriceList): Cell {
  const slice = former.beginParse();
  const builder = beginCell().storeUint(slice.loadUint(8), 8);
  for (let index = 0; index < 3; index++) builder.storeUint(price[list](slice.loadUintBig(64)), 64);
  return builder.storeSlice(slice).endCell();
}

/** Returns ConfigParam 8 with the version of the virtual machine: 14 since June 2026. */
function version(former: Cell, list: PriceList): Cell {
  if (list !== 'live') return former;
  const slice = former.beginParse();
  const tag = slice.loadUint(8);
  slice.loadUint(32);
  return beginCell().storeUint(tag, 8).storeUint(14, 32).storeSlice(slice).endCell();
}

/** Returns the configuration of the main network with these prices. */
export function networkConfig(list: PriceList): Cell {
  const config = Cell.fromBase64(slimConfig)
    .beginParse()
    .loadDictDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
  config.set(18, storagePrices(list));
  for (const [param, changed] of [
    [8, version],
    [21, gasPrices],
    [25, forwardPrices],
  ] as const)
    config.set(param, changed(config.get(param) ?? Cell.EMPTY, list));
  return beginCell().storeDictDirect(config).endCell();
}
