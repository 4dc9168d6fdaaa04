import { getPlatformMetadata } from '../../../contract/node-api/chain.ts';
import { isReachableByWallets } from '../../../features/auth/index.ts';
import type { ChainNetwork } from '../../../features/chain/index.ts';
import { type PlatformMetadata, platformTexts } from '../../../features/orders/index.ts';
import type { NodeBase } from '../../modules/base.ts';
import type { Listeners } from '../../modules/listeners.ts';
import type { Peers } from '../../modules/peers.ts';
import type { NamedPlatform } from '../chain-dependencies.ts';
import { namedPlatform } from './named-platform.ts';

/** Returns the metadata of this node's platform, without addresses that only this computer or its network can reach. */
export function platformMetadata({ live }: NodeBase, listeners: Listeners): PlatformMetadata {
  const url = `${listeners.publicUrl()}${getPlatformMetadata.path}`;
  if (isReachableByWallets(url)) return { url };
  const { image, ...texts } = platformTexts(live.get().operator);
  const isShown = image !== undefined && isReachableByWallets(image);
  return { texts: isShown ? { ...texts, image } : texts };
}

/** Returns the platform that a private node uses: that of the first public node that the owner added. */
export const adoptablePlatform =
  ({ settings }: NodeBase, { peers }: Peers) =>
  (network: ChainNetwork): NamedPlatform | undefined =>
    settings.node.type === 'public' ? undefined : namedPlatform(peers.list(), network);
