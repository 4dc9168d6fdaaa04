// Imports the one file, because the package's index also loads the HTTP client, which takes ten times as long.
import { WalletContractV5R1 } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js';
import type { Settings } from '../../../contract/settings.ts';
import { globalIds } from '../../../core/ton/global-ids.ts';

export type ChainNetwork = Settings['chain']['network'];

/**
 * Global ids that determine a V5R1 wallet's address. A node without a chain shows its mainnet wallet. On the embedded
 * chain wallets have the testnet's, so that those of earlier chains keep their addresses.
 */
const walletNetworkIds: Record<ChainNetwork, number> = {
  off: globalIds.mainnet,
  mainnet: globalIds.mainnet,
  testnet: globalIds.testnet,
  embedded: globalIds.testnet,
};

/** Computes the wallet of a key (V5R1, basechain, subwallet 0) without a network. */
export const walletOfKey = (publicKey: Buffer, network: ChainNetwork): WalletContractV5R1 =>
  WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: walletNetworkIds[network] } });
