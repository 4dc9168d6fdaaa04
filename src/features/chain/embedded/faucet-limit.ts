import { NodeError } from '../../../core/node-error.ts';

/** Maximum amount per faucet request, in nanoTON; more is not useful for practice. */
export const maxFaucetAmount = 1_000_000n * 1_000_000_000n;

/** @throws NodeError `invalid_request` */
export function checkFaucetAmount(nanoTon: bigint): void {
  if (nanoTon > 0n && nanoTon <= maxFaucetAmount) return;
  throw new NodeError('invalid_request', 'The faucet gives more than 0 and up to 1,000,000 TON.');
}
