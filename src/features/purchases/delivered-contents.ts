import type { ContentServices } from '../../app/modules/content.ts';
import { NodeError } from '../../core/node-error.ts';
import { AgeError } from '../../crypto/age/age-error.ts';
import { openAge } from '../../crypto/age/open-age.ts';
import { AgeIdentity } from '../../crypto/age/x25519.ts';
import type { DeliveredContents, SealedLicence } from './licence-book.ts';

/** What deliveries do with the files and keys of this node. */
export function deliveredContents({
  keys,
  catalogue,
  copies,
}: Pick<ContentServices, 'keys' | 'catalogue' | 'copies'>): DeliveredContents {
  const put = ({ sealed: encrypted, contentType }: SealedLicence, identity: AgeIdentity, plainSize: number) =>
    keys.put({ encrypted, plain: null, plainSize, contentType, origin: 'delivery', identity });

  const sizeOf = async (sealed: Buffer): Promise<number> => {
    const identity = keys.open(sealed);
    const reader = await catalogue.reader(catalogue.get(sealed));
    try {
      return (await openAge(reader, identity)).size;
    } finally {
      await reader.close();
    }
  };

  return {
    isStored: (sealed) => copies.has(sealed),
    hasKey: (sealed, keyHash) => keys.find(sealed)?.keyHash.toString('hex') === keyHash,
    hasOtherKey: (sealed, keyHash) => (keys.find(sealed)?.keyHash.toString('hex') ?? keyHash) !== keyHash,
    refuseOtherKey: async (sealed) => {
      try {
        await sizeOf(sealed);
      } catch (error) {
        if (error instanceof AgeError) return;
        throw error;
      }
      throw notOpening();
    },
    isDelivered: (sealed) => keys.find(sealed)?.origin === 'delivery',
    // How large the plain file is shows when the sealed one is here.
    keepKey: (licence, key) => {
      try {
        put(licence, AgeIdentity.parse(key), 0);
      } catch (error) {
        throw error instanceof AgeError ? notOpening(error) : error;
      }
    },
    check: async (licence) => {
      const { sealed } = licence;
      try {
        const size = await sizeOf(sealed);
        const row = keys.find(sealed);
        if (row?.origin === 'delivery' && row.plainSize !== size) put(licence, keys.open(sealed), size);
      } catch (error) {
        throw error instanceof AgeError ? notOpening(error) : error;
      }
    },
    setKept: (sealed, kept) => {
      try {
        copies.pin(sealed, kept);
      } catch (error) {
        // What somebody here owns stays anyway.
        if (!(error instanceof NodeError)) throw error;
      }
    },
  };
}

const notOpening = (cause?: AgeError) =>
  new NodeError(
    'key_invalid',
    'The file that is registered on the chain does not open with the key that is registered there. Only its author can explain that.',
    { cause },
  );
