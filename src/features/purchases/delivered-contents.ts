import { NodeError } from '../../core/node-error.ts';
import { AgeError } from '../../crypto/age/age-error.ts';
import { AgeIdentity } from '../../crypto/age/keys/x25519.ts';
import { type AgeSource, openAge } from '../../crypto/age/open-age.ts';
import type { ContentKeys } from '../licensing/index.ts';
import type { DeliveredContents } from './chain-licences.ts';
import { type DeliveredPartsPorts, deliveredParts } from './delivered-parts.ts';

/** Store and keys of this node. */
export interface DeliveredContentsPorts extends DeliveredPartsPorts {
  keys: Pick<ContentKeys, 'find' | 'findOwn' | 'open' | 'put' | 'setSize'>;
  copies: {
    has(sha256: Buffer): boolean;
    setDelivered(sha256: Buffer, delivered: boolean): Promise<void>;
    pinPart(collection: Buffer, part: Buffer): Promise<void>;
  };
  /**
   * Opens a stored file for reading in parts.
   * @throws NodeError `content_not_found`, `content_damaged`
   */
  openFile: (sha256: Buffer) => Promise<AgeSource & { close(): Promise<void> }>;
}

/** Stores purchased files and keys on this node. */
export function deliveredContents(ports: DeliveredContentsPorts): DeliveredContents {
  const { keys, copies, openFile, isBlocked, registeredCover, describe } = ports;
  const sizeOf = async (encrypted: Buffer): Promise<number> => {
    const identity = keys.open(encrypted);
    const file = await openFile(encrypted);
    try {
      return (await openAge(file, identity)).size;
    } finally {
      await file.close();
    }
  };

  return {
    ...deliveredParts(ports, { sizeOf, pinPart: (collection, part) => copies.pinPart(collection, part) }),
    isStored: (encrypted) => copies.has(encrypted),
    hasKey: (encrypted, keyHash) => keys.find(encrypted)?.keyHash.toString('hex') === keyHash,
    hasOtherKey: (encrypted, keyHash) =>
      (keys.find(encrypted)?.keyHash.toString('hex') ?? keyHash) !== keyHash,
    refuseOtherKey: async (encrypted) => {
      try {
        await sizeOf(encrypted);
      } catch (error) {
        if (error instanceof AgeError) return;
        throw error;
      }
      throw notOpening();
    },
    isDelivered: (encrypted) => keys.find(encrypted)?.origin === 'delivery',
    keepKey: async ({ encrypted, contentType }, key) => {
      // The size of the plain file is unknown until the encrypted one is stored.
      const about = { encrypted, plain: null, plainSize: 0, contentType };
      try {
        await keys.put({ ...about, origin: 'delivery', identity: AgeIdentity.parse(key) });
      } catch (error) {
        throw error instanceof AgeError ? notOpening(error) : error;
      }
    },
    check: async ({ encrypted }) => {
      try {
        const size = await sizeOf(encrypted);
        if (keys.find(encrypted)?.plainSize !== size) await keys.setSize(encrypted, size);
      } catch (error) {
        throw error instanceof AgeError ? notOpening(error) : error;
      }
    },
    describe: async (encrypted) => {
      const cover = registeredCover(encrypted);
      if (cover && !isBlocked(cover)) await describe(encrypted, { title: '', durationMs: null, cover });
    },
    pin: (encrypted, pinned) => copies.setDelivered(encrypted, pinned),
  };
}

const notOpening = (cause?: AgeError) =>
  new NodeError('key_invalid', 'licensing.registeredKeyWrong', { cause });
