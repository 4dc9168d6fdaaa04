// Only this file is imported, because the package's index also loads the HTTP client, which takes ten times as long.
import { WalletContractV5R1 } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js';
import { type ChainNetwork, walletNetworkIds } from './wallet-network-ids.ts';

/** Computes the wallet of a key (V5R1, basechain, subwallet 0) without a network. */
export const walletOfKey = (publicKey: Buffer, network: ChainNetwork): WalletContractV5R1 =>
  WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: walletNetworkIds[network] } });
