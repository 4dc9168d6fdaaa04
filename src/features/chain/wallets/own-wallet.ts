import { hkdfSync } from 'node:crypto';
import type { Address } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import type { WalletContractV5R1 } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { FeeWalletKeys } from './fee-wallet-keys.ts';
import { walletOfKey } from './wallet-contract.ts';
import type { ChainNetwork } from './wallet-network-ids.ts';

/** A wallet whose key this node has. */
export interface OwnWallet {
  payer: 'service_wallet' | 'practice_wallet';
  contract: WalletContractV5R1;
  address: Address;
  raw: RawAddress;
  secretKey(): Promise<Buffer>;
}

const ofContract = (
  payer: OwnWallet['payer'],
  contract: WalletContractV5R1,
  secretKey: () => Promise<Buffer>,
): OwnWallet => ({
  payer,
  contract,
  address: contract.address,
  raw: contract.address.toRawString(),
  secretKey,
});

/** Derives the node's fee wallet. */
export async function feeWallet(keys: FeeWalletKeys, network: ChainNetwork): Promise<OwnWallet> {
  const contract = walletOfKey(await keys.publicKey(), network);
  return ofContract('service_wallet', contract, async () => (await keys.keyPair()).secretKey);
}

/**
 * Derives the wallet for practice on the embedded chain; its money is worthless.
 * @param nodeSecret the 32 bytes of `node-secret`
 */
export function practiceWallet(nodeSecret: Buffer): OwnWallet {
  const seed = Buffer.from(hkdfSync('sha256', nodeSecret, '', 'alcove/practice-wallet/v1', 32));
  const { publicKey, secretKey } = keyPairFromSeed(seed);
  return ofContract('practice_wallet', walletOfKey(publicKey, 'embedded'), async () => secretKey);
}
