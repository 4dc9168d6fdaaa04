import { Cell } from '@ton/core';

/** Computation and storage of a wallet, in nanoTON, with room to spare. */
const computation = 10_000_000n;
/** nanoTON in the basechain (config parameter 25): in a wallet's external message, and once more in what it sends. */
const perBit = 400n;
const perCell = 40_000n;

/**
 * What a wallet of this node needs beside the amount that it sends, in nanoTON. A large message costs more.
 * @param message BoC of the internal message
 */
export function sendingFees(message: Buffer): bigint {
  const [root] = Cell.fromBoc(message);
  const seen = new Set<string>();
  const open = root ? [root] : [];
  let size = 0n;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const hash = cell.hash().toString('hex');
    if (seen.has(hash)) continue;
    seen.add(hash);
    size += BigInt(cell.bits.length) * perBit + perCell;
    open.push(...cell.refs);
  }
  return computation + 2n * size;
}
