import type { ChainCheckRequest } from '../../../contract/dashboard-api/administration/chain-check.ts';
import { NodeError } from '../../../core/node-error.ts';
import { SettingsError } from '../../../core/settings.ts';
import type { CheckedChain } from '../../../features/diagnostics/index.ts';
import type { FollowedChain, LiveNetwork, NamedPlatform } from '../chain-dependencies.ts';
import type { CurrentChain } from '../current-chain.ts';
import type { CheckedChainOptions } from './open-checked-chain.ts';

type ChainCheckDependencies = Pick<CheckedChainOptions, 'walletKeys' | 'platformMetadata' | 'clock'> & {
  namedPlatform: (network: LiveNetwork) => NamedPlatform | undefined;
  /** Returns the chain that the settings describe on a network that this node does not follow. */
  configured: (network: LiveNetwork) => FollowedChain;
};

/** Returns a function that opens the network of a request for a check. */
export function chainOpener(current: CurrentChain, node: ChainCheckDependencies) {
  return async (request: ChainCheckRequest): Promise<CheckedChain> => {
    const followed = requested(request, current, node.configured);
    const isFollowed = followed === current.wanted;
    const { openCheckedChain } = await import('./open-checked-chain.ts');
    return openCheckedChain({
      ...node,
      followed,
      running: isFollowed ? current.running : undefined,
      index: () => (isFollowed ? indexOf(current) : undefined),
      named: node.namedPlatform(followed.network),
    }).catch((error: unknown) => {
      if (error instanceof SettingsError) throw new NodeError('invalid_request', error.text);
      throw error;
    });
  };
}

/** Returns the chain to check: the followed one unless the request names another network or service. */
function requested(
  { network, endpoint, api_key: apiKey }: ChainCheckRequest,
  { wanted }: CurrentChain,
  configured: ChainCheckDependencies['configured'],
): FollowedChain {
  const checked = network ?? wanted?.network;
  if (checked === undefined) throw new NodeError('chain_unavailable', 'chain.off');
  const base = checked === wanted?.network ? wanted : configured(checked);
  if (endpoint !== undefined) {
    return { ...base, endpoints: endpoint === null ? [] : [endpoint], quorum: 1, apiKey };
  }
  return apiKey === undefined ? base : { ...base, apiKey };
}

function indexOf({ running, failure }: CurrentChain): ReturnType<CheckedChain['index']> {
  if (running) return running.indexer.state();
  return { status: failure ? 'unavailable' : 'starting', message: failure ?? null, height: 0 };
}
