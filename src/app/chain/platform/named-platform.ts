import type { LocalPeer } from '../../../contract/dashboard-api/peers.ts';
import { parseTonAddress, type RawAddress } from '../../../core/ton/ton-address.ts';
import type { ChainNetwork } from '../../../features/chain/index.ts';
import type { NamedPlatform } from '../chain-dependencies.ts';

export const platformCapability = 'platform:';

/** Returns the platform that a node announces for a chain in its capabilities, if the address is valid. */
function platformIn(capabilities: readonly string[], network: ChainNetwork): RawAddress | undefined {
  const prefix = `${platformCapability}${network}:`;
  return capabilities
    .filter((capability) => capability.startsWith(prefix))
    .map((capability) => parseTonAddress(capability.slice(prefix.length)))
    .find((address) => address?.startsWith('0:'));
}

/** Returns the platform of the first public node that the owner added, whether or not it is reachable. */
export function namedPlatform(
  peers: readonly Pick<LocalPeer, 'host' | 'source' | 'state' | 'capabilities'>[],
  network: ChainNetwork,
): NamedPlatform | undefined {
  for (const { host, source, state, capabilities } of peers) {
    const address = platformIn(capabilities, network);
    const isTrusted = state !== 'key_changed' && state !== 'incompatible';
    if (source === 'named' && isTrusted && address !== undefined) return { address, host };
  }
  return undefined;
}
