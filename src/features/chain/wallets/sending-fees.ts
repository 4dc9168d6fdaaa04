import { Cell } from '@ton/core';

/** Computation and storage fees of a wallet in nanoTON, with a margin. */
const computation = 10_000_000n;
/**
 * nanoTON in the basechain (config parameter 25), once for a wallet's external message and once for its internal
 * message.
 */
const perBit = 400n;
const perCell = 40_000n;

/**
 * Returns the fees that a wallet of this node needs besides the amount, in nanoTON. A large message costs more.
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
