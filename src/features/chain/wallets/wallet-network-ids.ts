import type { Settings } from '../../../contract/settings.ts';
import { globalIds } from '../../../core/ton/global-ids.ts';

export type ChainNetwork = Settings['chain']['network'];

/**
 * Global ids that determine a V5R1 wallet's address. A node without a chain shows its mainnet wallet. On the embedded
 * chain wallets have the testnet's, so that those of earlier chains keep their addresses.
 */
export const walletNetworkIds: Record<ChainNetwork, number> = {
  off: globalIds.mainnet,
  mainnet: globalIds.mainnet,
  testnet: globalIds.testnet,
  embedded: globalIds.testnet,
};
