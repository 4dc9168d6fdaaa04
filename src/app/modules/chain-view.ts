import type { Settings } from '../../contract/settings.ts';
import type { FollowedChain, LiveNetwork } from '../chain/chain-dependencies.ts';
import { chainMessages, chainRecords, userLicences } from '../chain/content-chain-ports.ts';
import { CurrentChain } from '../chain/current-chain.ts';
import type { Auth } from './auth.ts';
import type { NodeBase } from './base.ts';

export type ChainView = ReturnType<typeof createChainView>;

/** Creates the object that holds the followed chain. */
export const createCurrentChain = ({ settings, clock }: NodeBase): CurrentChain =>
  new CurrentChain(configuredChain(settings), clock);

/** Creates the view of the chain for other parts; `createChain` follows the chain. */
export function createChainView(current: CurrentChain, { walletsOf }: Auth) {
  return {
    current,
    records: chainRecords(current, walletsOf),
    licences: userLicences(current, walletsOf),
    messages: chainMessages(current),
  };
}

const configuredChain = (settings: Settings): FollowedChain | undefined =>
  settings.chain.network === 'off' ? undefined : chainOfSettings(settings, settings.chain.network);

/** Returns the chain that a node with these settings follows on a network. Ignores chain services of other networks. */
export function chainOfSettings({ chain }: Settings, network: LiveNetwork): FollowedChain {
  const { endpoint, endpoints, api_key: apiKey, master_address: masterAddress } = chain;
  const isOther = ['testnet', 'mainnet'].includes(chain.network) && chain.network !== network;
  if (isOther) return { network, endpoints: [] };
  return {
    network,
    endpoints: endpoint === undefined ? endpoints : [endpoint, ...endpoints],
    quorum: chain.quorum === 2 ? 2 : 1,
    requestsPerSecond: chain.requests_per_second ?? undefined,
    apiKey,
    masterAddress,
  };
}
