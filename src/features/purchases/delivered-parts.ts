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
  sold: Pick<SoldCollections, 'open' | 'describe' | 'manifestOf' | 'partsOf' | 'collectionsOf'>;
  isBlocked: (sha256: Buffer) => boolean;
  /** Returns the cover with which an encrypted file was registered. */
  registeredCover: (encrypted: Buffer) => Buffer | undefined;
  /** Sets the facts with which a copy was bought; nothing of its decrypted bytes is stored. */
  describe: (sha256: Buffer, bought: BoughtFacts) => Promise<void>;
  /** Keeps a stored file out of the lists of the owner. */
  hide: (sha256: Buffer) => Promise<void>;
  collections: {
    /** Adds a collection unless it is there, and requests its cover. */
    add(
      manifest: CollectionManifest,
      contents: readonly CollectedPart[],
      cover: Buffer | undefined,
    ): Promise<void>;
  };
}

/** What is known about a bought content; an empty title leaves that of its record. */
export interface BoughtFacts extends Pick<DeliveredPart, 'title' | 'durationMs'> {
  /** The cover of its registration or collection, which may not be stored yet. */
  cover: Buffer | undefined;
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
  { keys, sold, isBlocked, describe, hide, collections, ...covers }: DeliveredPartsPorts,
  store: {
    sizeOf(encrypted: Buffer): Promise<number>;
    pinPart(collection: Buffer, part: Buffer): Promise<void>;
  },
): Pick<DeliveredContents, 'openParts' | 'partsOf' | 'keepPart' | 'collect'> {
  const coverOf = (manifest: CollectionManifest, collection: Buffer) =>
    shownCover(manifest, collection, { isBlocked, ...covers });
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
      await collections.add(manifest, contents, coverOf(manifest, encrypted));
      // Neither the list of keys nor the public list is a file for people.
      for (const list of [encrypted, sold.manifestOf(encrypted)]) if (list) await hide(list);
    },
    keepPart: async (part) => {
      const { encrypted, collection, contentType, title, durationMs } = part;
      const plainSize = await plainSizeOf(part);
      // Lists of files show the media type of a key of its own.
      await keys.put(
        { encrypted, plain: null, plainSize, contentType, origin: 'deposit', identity: keys.open(encrypted) },
        () => keys.findOwn(encrypted) === undefined,
      );
      const cover = coverOf(await sold.describe(collection), collection);
      await describe(encrypted, { title, durationMs, cover });
      await store.pinPart(collection, encrypted);
    },
  };
}

/** Returns the cover that the list of a collection names, or else that of its registration; none that is blocked. */
function shownCover(
  { cover_id: id }: CollectionManifest,
  collection: Buffer,
  { isBlocked, registeredCover }: Pick<DeliveredPartsPorts, 'isBlocked' | 'registeredCover'>,
): Buffer | undefined {
  const cover = id === null ? registeredCover(collection) : parseContentId(id).sha256;
  return cover && !isBlocked(cover) ? cover : undefined;
}

const refused = (
  title: string,
  why: 'licensing.partNotTheirs' | 'licensing.partKeyWrong',
  cause?: AgeError,
): NodeError =>
  new NodeError('key_invalid', message('licensing.partRefused', { title, why: toMessage(why) }), { cause });
