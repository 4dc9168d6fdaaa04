import type { Settings } from '../../../contract/settings.ts';
import { globalIds } from '../../../core/ton/global-ids.ts';

export type ChainNetwork = Settings['chain']['network'];

/**
 * Global ids that determine a V5R1 wallet's address. Without a chain it is the id of the main network; on the embedded
 * chain that of the testnet, so that wallets of earlier versions keep their addresses.
 */
export const walletNetworkIds: Record<ChainNetwork, number> = {
  off: globalIds.mainnet,
  mainnet: globalIds.mainnet,
  testnet: globalIds.testnet,
  embedded: globalIds.testnet,
};
