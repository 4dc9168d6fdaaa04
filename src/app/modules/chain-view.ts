import type { Settings } from '../../contract/settings.ts';
import { chainLicences, chainMessages, chainRecords } from '../chain/chain-records.ts';
import type { FollowedChain } from '../chain/chain-surroundings.ts';
import { CurrentChain } from '../chain/current-chain.ts';
import type { Auth } from './auth.ts';
import type { Base } from './base.ts';

export type ChainView = ReturnType<typeof createChainView>;

/** Creates the holder of the chain that is followed. */
export const createCurrentChain = ({ settings, clock }: Base): CurrentChain =>
  new CurrentChain(configuredChain(settings), clock);

/** Creates the view of the chain for other parts; `createChain` follows the chain. */
export function createChainView(current: CurrentChain, { walletsOf }: Auth) {
  return {
    current,
    records: chainRecords(current, walletsOf),
    licences: chainLicences(current, walletsOf),
    messages: chainMessages(current),
  };
}

function configuredChain({ chain }: Settings): FollowedChain | undefined {
  const { network, endpoint, endpoints, api_key: apiKey, master_address: masterAddress } = chain;
  if (network === 'off') return undefined;
  return {
    network,
    endpoints: endpoint === undefined ? endpoints : [endpoint, ...endpoints],
    quorum: chain.quorum === 2 ? 2 : 1,
    requestsPerSecond: chain.requests_per_second ?? undefined,
    apiKey,
    masterAddress,
  };
}
