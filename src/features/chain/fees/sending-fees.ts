import { Cell } from '@ton/core';
import type { ChainPrices } from './chain-prices.ts';

/** Gas for one message of a V5R1 wallet, which uses less than 6,000, with a margin. */
const walletGas = 12_500n;
/** Nanograms for the rent that a wallet owes after some months without use. */
const rent = 5_000_000n;

/**
 * Returns the fees that a wallet of this node needs besides the amount, in nanograms. A large message costs more.
 * @param message BoC of the internal message
 */
export function sendingFees(message: Buffer, prices: ChainPrices): bigint {
  const [root] = Cell.fromBoc(message);
  const seen = new Set<string>();
  const open = root ? [root] : [];
  let size = 0n;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const hash = cell.hash().toString('hex');
    if (seen.has(hash)) continue;
    seen.add(hash);
    size += BigInt(cell.bits.length) * prices.bit + prices.cell;
    open.push(...cell.refs);
  }
  // Once for the wallet's external message and once for its internal message.
  const forwarding = 2n * (prices.message + perUnit(size));
  return rent + perUnit(walletGas * prices.gas) + forwarding;
}

/** Rounds up prices that are given in 2^-16 nanograms. */
const perUnit = (price: bigint): bigint => (price + 0xffffn) >> 16n;
