import type { CollectionManifest } from '../../contract/collections/manifest.ts';
import { soldCollectionType } from '../../contract/collections/media-types.ts';
import { parseContentId } from '../../core/content-id.ts';
import { message, toMessage } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { AgeError } from '../../crypto/age/age-error.ts';
import type { ContentKeys, SoldCollections } from '../licensing/index.ts';
import type { DeliveredContents, DeliveredPart } from './chain-licences.ts';

/** Keys and collections of this node. */
export interface DeliveredPartsPorts {
  keys: Pick<ContentKeys, 'findOwn' | 'open' | 'put'>;
  sold: Pick<SoldCollections, 'open' | 'describe' | 'partsOf' | 'collectionsOf'>;
  isBlocked: (sha256: Buffer) => boolean;
  /** Returns the cover with which an encrypted file was registered. */
  registeredCover: (encrypted: Buffer) => Buffer | undefined;
  /** Sets the title under which a copy was bought. */
  setTitle: (sha256: Buffer, title: string) => Promise<void>;
  collections: {
    /** Adds a collection unless it is there, and requests its cover. */
    add(manifest: CollectionManifest, contents: readonly CollectedPart[], cover: Buffer | undefined): void;
  };
}

/** A content of a collection of the owner. */
interface CollectedPart {
  sha256: Buffer;
  name: string;
  size: number;
  contentType: string;
}

/** Opens and keeps the contents of collections that were bought as one. */
export function deliveredParts(
  { keys, sold, isBlocked, registeredCover, setTitle, collections }: DeliveredPartsPorts,
  store: {
    sizeOf(encrypted: Buffer): Promise<number>;
    pinPart(collection: Buffer, part: Buffer): Promise<void>;
  },
): Pick<DeliveredContents, 'openParts' | 'partsOf' | 'keepPart' | 'collect'> {
  const partsOf = (collection: Buffer): DeliveredPart[] =>
    sold
      .partsOf(collection)
      .filter(({ part }) => !isBlocked(part))
      .map(({ part, ...about }) => ({ ...about, encrypted: part, collection }));
  const plainSizeOf = async ({ encrypted, title, collection }: DeliveredPart): Promise<number> => {
    // Its key may be here for another licence.
    if (!sold.collectionsOf(encrypted).some((each) => each.equals(collection)))
      throw refused(title, 'licensing.partNotTheirs');
    try {
      return await store.sizeOf(encrypted);
    } catch (error) {
      throw error instanceof AgeError ? refused(title, 'licensing.partKeyWrong', error) : error;
    }
  };
  return {
    partsOf,
    openParts: async ({ encrypted, contentType }) => {
      if (contentType !== soldCollectionType) return [];
      await sold.open(encrypted);
      return partsOf(encrypted);
    },
    collect: async (encrypted) => {
      const manifest = await sold.describe(encrypted);
      const contents = partsOf(encrypted).map(
        ({ encrypted: sha256, title: name, plainSize: size, contentType }) => ({
          sha256,
          name,
          size,
          contentType,
        }),
      );
      const cover =
        manifest.cover_id === null ? registeredCover(encrypted) : parseContentId(manifest.cover_id).sha256;
      collections.add(manifest, contents, cover && !isBlocked(cover) ? cover : undefined);
    },
    keepPart: async (part) => {
      const { encrypted, contentType, title } = part;
      const plainSize = await plainSizeOf(part);
      // Lists of files show the media type of a key of its own.
      await keys.put(
        { encrypted, plain: null, plainSize, contentType, origin: 'deposit', identity: keys.open(encrypted) },
        () => keys.findOwn(encrypted) === undefined,
      );
      await setTitle(encrypted, title);
      await store.pinPart(part.collection, encrypted);
    },
  };
}

const refused = (
  title: string,
  why: 'licensing.partNotTheirs' | 'licensing.partKeyWrong',
  cause?: AgeError,
): NodeError =>
  new NodeError('key_invalid', message('licensing.partRefused', { title, why: toMessage(why) }), { cause });
