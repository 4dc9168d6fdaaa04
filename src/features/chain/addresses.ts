import { Address, contractAddress } from '@ton/core';
import { configuredPlatform } from './configured-platform.ts';
import { platformState } from './contracts/state-inits.ts';
import type { FeeWalletKeys } from './wallets/fee-wallet-keys.ts';
import { type ChainNetwork, walletOfKey } from './wallets/wallet-contract.ts';

/**
 * Computes the address of the platform that `owner` deploys: the hash of its code and first data. It exists before
 * deployment.
 */
export function platformAddress(owner: Address): Address {
  return contractAddress(0, platformState(owner));
}

/** Addresses of a node in `GET /api/v1/node`: friendly and URL-safe. */
export interface NodeAddresses {
  /** The fee wallet, non-bounceable. */
  node_address: string;
  /** The platform, bounceable. */
  master_address: string;
}

/**
 * Computes both addresses offline, before anything exists on the chain.
 * @param configuredMaster the setting `chain.master_address`, in any form; without it the platform is the node's own
 * @throws SettingsError when `configuredMaster` is not an address
 */
export async function nodeAddresses(
  keys: Pick<FeeWalletKeys, 'publicKey'>,
  network: ChainNetwork,
  configuredMaster?: string,
): Promise<NodeAddresses> {
  const wallet = walletOfKey(await keys.publicKey(), network).address;
  const platform =
    configuredMaster === undefined
      ? platformAddress(wallet)
      : Address.parseRaw(configuredPlatform(configuredMaster));
  const testOnly = network === 'testnet' || network === 'embedded';
  return {
    node_address: wallet.toString({ bounceable: false, testOnly }),
    master_address: platform.toString({ bounceable: true, testOnly }),
  };
}
