import { beginCell, Cell, Dictionary } from '@ton/core';
import { slimConfig } from '@ton/sandbox/dist/config/slimConfig.js';
import { globalIds } from '../../../../core/ton/global-ids.ts';
import telegramWallet from './telegram-wallet.json' with { type: 'json' };

/** Parameters of a new chain, by their numbers; prices as on the main network since May 2026. */
const parameters: ReadonlyMap<number, Cell> = new Map([
  [-123, Cell.fromBase64(telegramWallet.boc)],
  [8, globalVersion()],
  [18, storagePrices()],
  [19, beginCell().storeInt(globalIds.embedded, 32).endCell()],
  [21, gasPrices()],
  [25, forwardPrices()],
]);

/** The configuration of earlier chains, which did not record theirs; base64 of a BoC. */
export const formerConfig: string = slimConfig;

/** Returns the parameters of a configuration, by their numbers. @param config base64 of a BoC */
export const configDictionary = (config: string): Dictionary<number, Cell> =>
  Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), Cell.fromBase64(config));

/** Returns the configuration for a new chain. */
export function newConfig(): Cell {
  const config = configDictionary(formerConfig);
  for (const [number, value] of parameters) config.set(number, value);
  return beginCell().storeDictDirect(config).endCell();
}

/** Builds `capabilities#c4` with the newest version that the virtual machine supports. */
function globalVersion(): Cell {
  return beginCell().storeUint(0xc4, 8).storeUint(12, 32).storeUint(0x1ee, 64).endCell();
}

/**
 * Builds `StoragePrices` from the beginning of the chain: the price of a cell for 2^16 s; those of the masterchain are
 * the former ones.
 */
function storagePrices(): Cell {
  const prices = beginCell()
    .storeUint(0xcc, 8)
    .storeUint(0, 32)
    .storeUint(0, 64)
    .storeUint(135, 64)
    .storeUint(1000, 64)
    .storeUint(500_000, 64);
  const since = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BitString(prices.bits));
  since.set(0, prices.endCell().bits);
  return beginCell().storeDictDirect(since).endCell();
}

/**
 * Builds `gas_flat_pfx#d1` and `gas_prices_ext#de`: 66.67 nanograms for a unit of gas; prices are multiplied by 2^16.
 */
function gasPrices(): Cell {
  return beginCell()
    .storeUint(0xd1, 8)
    .storeUint(100, 64)
    .storeUint(6667, 64)
    .storeUint(0xde, 8)
    .storeUint(4_369_067, 64)
    .storeUint(1_000_000, 64)
    .storeUint(1_000_000, 64)
    .storeUint(10_000, 64)
    .storeUint(10_000_000, 64)
    .storeUint(100_000_000, 64)
    .storeUint(1_000_000_000, 64)
    .endCell();
}

/** Builds `msg_forward_prices#ea`: 66,667 nanograms for a message, 66.67 for each bit, 6,667 for each cell. */
function forwardPrices(): Cell {
  return beginCell()
    .storeUint(0xea, 8)
    .storeUint(66_667, 64)
    .storeUint(4_369_067, 64)
    .storeUint(436_906_667, 64)
    .storeUint(98_304, 32)
    .storeUint(0x5555, 16)
    .storeUint(0x5555, 16)
    .endCell();
}
