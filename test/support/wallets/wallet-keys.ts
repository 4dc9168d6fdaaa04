import { FeeWalletKeys } from '../../../src/features/chain/wallets/fee-wallet-keys.ts';

const derived = new Map<string, FeeWalletKeys>();

/**
 * The wallet keys of a node secret, shared by all tests of a file: each derivation takes up to half a second.
 */
export function walletKeysOf(nodeSecret: Buffer): FeeWalletKeys {
  const name = nodeSecret.toString('hex');
  const keys = derived.get(name) ?? new FeeWalletKeys(nodeSecret);
  derived.set(name, keys);
  return keys;
}
