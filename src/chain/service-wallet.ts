import { hkdfSync } from 'node:crypto';
// The one file, not the package: its index loads the HTTP client too, which takes ten times as long.
import { WalletContractV5R1 } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js';
import nacl from 'tweetnacl';
import type { Settings } from '../contract/settings.ts';

export type ChainNetwork = Settings['chain']['network'];

/** The global id that a V5R1 wallet's address depends on. A node that is off shows its mainnet wallet. */
const networkIds: Record<ChainNetwork, number> = { off: -239, mainnet: -239, testnet: -3, embedded: -3 };

/**
 * The key pair of the node's own wallet, derived from the node's secret, so that it needs no backup of its own
 * (docs/decisions/service-wallet-key.md).
 * @param nodeSecret the 32 bytes of `node-secret`
 */
export function serviceKeys(nodeSecret: Buffer): nacl.SignKeyPair {
  if (nodeSecret.length !== 32) throw new RangeError('A node secret is 32 bytes long.');
  const seed = hkdfSync('sha256', nodeSecret, '', 'alcove/service-wallet/v1', 32);
  return nacl.sign.keyPair.fromSeed(new Uint8Array(seed));
}

/**
 * The node's own wallet (V5R1, basechain), computed without a network.
 * @param nodeSecret the 32 bytes of `node-secret`
 */
export function serviceWallet(nodeSecret: Buffer, network: ChainNetwork): WalletContractV5R1 {
  return WalletContractV5R1.create({
    publicKey: Buffer.from(serviceKeys(nodeSecret).publicKey),
    walletId: { networkGlobalId: networkIds[network] },
  });
}
