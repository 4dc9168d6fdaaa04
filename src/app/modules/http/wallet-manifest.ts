import { isReachable } from '../../../contract/dashboard-api/peers.ts';
import { getTonConnectManifest } from '../../../contract/node-api/auth.ts';
import { isReachableByWallets } from '../../../features/auth/index.ts';
import type { NodeBase } from '../base.ts';
import type { Peers } from '../peers.ts';

/**
 * Returns a function from the base URL of this node to the address of the TON Connect manifest for wallets: the one in
 * the settings, this node's own, or a public node's if wallets cannot reach this node. A proof for a public node's
 * domain gives that node no rights, because only this node knows the payload.
 */
export function walletManifest({
  base,
  network,
}: {
  base: NodeBase;
  network: Peers;
}): (baseUrl: string) => string {
  const configured = base.settings.sign_in.manifest_url;
  return (baseUrl) => {
    if (configured !== undefined) return configured;
    const own = manifestAt(baseUrl);
    if (isReachableByWallets(own)) return own;
    return hostsInUse(network).map(manifestAt).find(isReachableByWallets) ?? own;
  };
}

const manifestAt = (origin: string): string => `${origin}${getTonConnectManifest.path}`;

/** Lists the public nodes that the owner named and that work, best first. */
const hostsInUse = ({ peers }: Peers): string[] =>
  peers
    .list()
    .filter((peer) => peer.source === 'named' && isReachable(peer))
    .map(({ host }) => host);
