import { FeeWalletKeys } from '../../../src/features/chain/wallets/fee-wallet-keys.ts';

const derived = new Map<string, FeeWalletKeys>();

/**
 * Returns the wallet keys of a node secret, cached for all tests of a file, because each derivation takes up to half a
 * second.
 */
export function walletKeysOf(nodeSecret: Buffer): FeeWalletKeys {
  const name = nodeSecret.toString('hex');
  const keys = derived.get(name) ?? new FeeWalletKeys(nodeSecret);
  derived.set(name, keys);
  return keys;
}
