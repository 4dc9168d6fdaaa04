import { NodeError } from '../../../core/node-error.ts';

/** The most that the faucet gives at once, in nanoTON: more nobody needs to practise. */
export const maxFaucetAmount = 1_000_000n * 1_000_000_000n;

/** @throws NodeError `invalid_request` */
export function checkFaucetAmount(nanoTon: bigint): void {
  if (nanoTon > 0n && nanoTon <= maxFaucetAmount) return;
  throw new NodeError('invalid_request', 'The faucet gives more than 0 and up to 1,000,000 TON.');
}
