// The one file, not the package: its index loads the HTTP client too, which takes ten times as long.
import { WalletContractV5R1 } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js';
import type { Settings } from '../../../contract/settings.ts';

export type ChainNetwork = Settings['chain']['network'];

/** The global id that a V5R1 wallet's address depends on. A node that is off shows its mainnet wallet. */
export const networkIds: Record<ChainNetwork, number> = {
  off: -239,
  mainnet: -239,
  testnet: -3,
  embedded: -3,
};

/** The wallet of a key (V5R1, basechain, subwallet 0), computed without a network. */
export const walletOfKey = (publicKey: Buffer, network: ChainNetwork): WalletContractV5R1 =>
  WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: networkIds[network] } });
