import { ServiceKeys } from '../../../src/features/chain/wallets/service-keys.ts';

const derived = new Map<string, ServiceKeys>();

/** The wallet keys of a node secret, which all tests of a file share: each derivation takes up to half a second. */
export function walletKeysOf(nodeSecret: Buffer): ServiceKeys {
  const name = nodeSecret.toString('hex');
  const keys = derived.get(name) ?? new ServiceKeys(nodeSecret);
  derived.set(name, keys);
  return keys;
}
