import type { Cell, Slice } from '@ton/core';

/** Prices of the basechain: nanograms for each message, and 2^-16 nanograms for each unit of gas, bit and cell. */
export interface ChainPrices {
  gas: bigint;
  message: bigint;
  bit: bigint;
  cell: bigint;
}

/** Numbers of the configuration's parameters for the basechain. */
export const gasParameter = 21;
export const forwardParameter = 25;

/** Prices of the main network until April 2026, for which and for lower ones the amounts for the contracts suffice. */
export const highestPrices: ChainPrices = {
  gas: 26_214_400n,
  message: 400_000n,
  bit: 26_214_400n,
  cell: 2_621_440_000n,
};

/** `gas_flat_pfx`, `gas_prices` and `gas_prices_ext` (block.tlb, GasLimitsPrices). */
const [flatPrefix, gasPrefix, extendedPrefix] = [0xd1, 0xdd, 0xde];
/** `msg_forward_prices` (block.tlb, MsgForwardPrices). */
const forwardPrefix = 0xea;

/** Reads the prices from the parameters 21 and 25. @throws Error when a parameter has another form */
export function readPrices(gasLimits: Cell, forwardPrices: Cell): ChainPrices {
  const forward = forwardPrices.beginParse();
  requirePrefix(forward, [forwardPrefix]);
  return {
    gas: gasPriceIn(gasLimits.beginParse()),
    message: forward.loadUintBig(64),
    bit: forward.loadUintBig(64),
    cell: forward.loadUintBig(64),
  };
}

function gasPriceIn(slice: Slice): bigint {
  // The flat price of the first units is ignored, because it is lower than that of the others.
  if (slice.preloadUint(8) === flatPrefix) slice.skip(8 + 64 + 64);
  requirePrefix(slice, [gasPrefix, extendedPrefix]);
  return slice.loadUintBig(64);
}

function requirePrefix(slice: Slice, allowed: readonly number[]): void {
  if (!allowed.includes(slice.loadUint(8))) throw new RangeError('Unknown form of prices');
}

/** Returns whether no price exceeds its limit. */
export const areAtMost = (prices: ChainPrices, limits: ChainPrices): boolean =>
  prices.gas <= limits.gas &&
  prices.message <= limits.message &&
  prices.bit <= limits.bit &&
  prices.cell <= limits.cell;
