import { formatTonAddress } from '../../core/ton/ton-address.ts';
import { type EncryptedShares, KeyNotDeposited } from '../../features/sharing/index.ts';
import type { ContentServices } from '../modules/storage/content.ts';
import type { RunningChain } from './running-chain.ts';

/** Provides sharing with data of sold contents. */
export const encryptedShares = (
  { licensed, keys, sold }: Pick<ContentServices, 'licensed' | 'keys' | 'sold'>,
  chain: () => RunningChain | undefined,
): EncryptedShares => ({
  partsOf: (sha256) => sold.partsOf(sha256).map(({ part }) => part),
  restrictedAs: (plain) => {
    const restriction = licensed.restriction(plain);
    return restriction && { encrypted: restriction.encrypted };
  },
  // A node that bought the key passes on only the encrypted file; the key of a collection opens its contents, too.
  hasKey: (sha256) => {
    const isPart = sold.collectionsOf(sha256).length > 0 && chain()?.market.byFile(sha256) === undefined;
    return !isPart && (keys.find(sha256)?.origin ?? 'delivery') !== 'delivery';
  },
  keyOf: (encrypted) => {
    const running = chain();
    const content = running?.market.byFile(encrypted);
    if (!running || !content) throw new KeyNotDeposited('sharing.keyFollows');
    const isRegistered = content.keyHash && keys.find(encrypted)?.keyHash.equals(content.keyHash);
    if (!isRegistered) throw new KeyNotDeposited('sharing.keyStays', { isFinal: true });
    return {
      contentAddress: formatTonAddress(content.address, { bounceable: true, testOnly: running.testOnly }),
      key: keys.open(encrypted).secretKey(),
    };
  },
});
