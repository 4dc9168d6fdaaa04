import { NodeError } from '../../../core/node-error.ts';
import { checkFaucetAmount } from '../embedded/faucet-limit.ts';
import { httpTransport } from './http-transport.ts';

const timeoutMs = 20_000;

/**
 * Requests test money from an embedded chain that another process on this computer serves.
 * @param endpoint its JSON-RPC URL
 * @param address in any form
 * @throws NodeError `invalid_request`, `chain_unavailable`
 */
export async function askFaucet(endpoint: string, address: string, nanoTon: bigint): Promise<void> {
  checkFaucetAmount(nanoTon);
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: '1',
    method: 'alcove.faucet',
    params: { address, amount: nanoTon.toString() },
  });
  const response = await httpTransport(endpoint, undefined)(body, AbortSignal.timeout(timeoutMs)).catch(
    () => {
      throw new NodeError('chain_unavailable', 'chain.embeddedOutOfReach');
    },
  );
  if (response.status !== 200) throw new NodeError('chain_unavailable', 'chain.faucetFailed');
}
