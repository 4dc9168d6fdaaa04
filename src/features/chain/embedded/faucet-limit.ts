import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** Maximum amount per faucet request, in nanograms; more is not useful for practice. */
export const maxFaucetAmount = 1_000_000n * 1_000_000_000n;

/** @throws NodeError `invalid_request` */
export function checkFaucetAmount(nanoTon: bigint): void {
  if (nanoTon > 0n && nanoTon <= maxFaucetAmount) return;
  throw new NodeError('invalid_request', message('chain.faucetAmount', { max: maxFaucetAmount.toString() }));
}
