import { Readable } from 'node:stream';
import {
  type CollectionManifest,
  manifestLimits,
  soldCollectionLimits,
  type UnsignedManifest,
} from '../../../contract/collections/manifest.ts';
import { manifestType, soldCollectionType } from '../../../contract/collections/media-types.ts';
import { ownerId } from '../../../core/caller.ts';
import { contentNotStored } from '../../../core/content-errors.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { AgeIdentity } from '../../../crypto/age/keys/x25519.ts';
import {
  type BlockList,
  type Catalogue,
  type HiddenContents,
  manifestFile,
  storedManifest,
} from '../../content/index.ts';
import type { ContentKeys } from '../content-keys.ts';
import { notYours } from '../encryption/encryption-errors.ts';
import type { EncryptionRequest, Encryptor } from '../encryption/encryptor.ts';
import type { RestrictionRepository } from '../repository/restriction-repository.ts';
import type { SoldCollectionRepository } from '../repository/sold-collection-repository.ts';
import { type SoldEntry, soldCollectionFile } from './sold-collection-file.ts';
import type { SoldCollections } from './sold-collections.ts';

/** Encrypts a content of a collection, or finds its encrypted file. @param plain a plain content */
export type EncryptPart = (plain: Buffer, whole: EncryptionRequest) => Promise<Buffer>;

export interface CollectionEncryptorOptions {
  catalogue: Pick<Catalogue, 'find' | 'reader' | 'store'>;
  blocks: Pick<BlockList, 'refuse'>;
  keys: ContentKeys;
  rows: Pick<RestrictionRepository, 'get' | 'ofEncrypted'>;
  soldRows: Pick<SoldCollectionRepository, 'putParts'>;
  sold: Pick<SoldCollections, 'remember'>;
  encryptor: Pick<Encryptor, 'encrypt' | 'encryptMade'>;
  /** Signs the public manifest of a sold collection. @param user the seller */
  signManifest: (manifest: UnsignedManifest, user: string) => CollectionManifest;
  hidden: Pick<HiddenContents, 'hide'>;
}

interface Part {
  entry: SoldEntry;
  plain: Buffer;
}

/**
 * Encrypts collections for sale: every content under a key of its own, and then the list of these keys, which is what
 * buyers get.
 */
export class CollectionEncryptor {
  readonly #options: CollectionEncryptorOptions;

  constructor(options: CollectionEncryptorOptions) {
    this.#options = options;
  }

  /**
   * Encrypts a content; of a manifest it encrypts the collection.
   * @returns the SHA-256 of the file to register
   * @throws NodeError as `Encryptor.encrypt`, with the title of the content that cannot be sold; `wallet_required`
   */
  async encrypt(wanted: EncryptionRequest, encryptPart: EncryptPart): Promise<Buffer> {
    const { catalogue, encryptor } = this.#options;
    const { sha256 } = wanted.plain;
    const manifest = await storedManifest(catalogue, sha256);
    return manifest ? this.#encryptCollection(manifest, wanted, encryptPart) : encryptor.encrypt(wanted);
  }

  /** Checks that the owner of this node can sell a collection as one. @throws NodeError with the title of a content that cannot */
  check(manifest: CollectionManifest): void {
    this.#partsOf(manifest, ownerId);
  }

  async #encryptCollection(
    plainManifest: CollectionManifest,
    wanted: EncryptionRequest,
    encryptPart: EncryptPart,
  ): Promise<Buffer> {
    const { soldRows, sold, encryptor } = this.#options;
    const { signal, plain, user, registrant } = wanted;
    if (!registrant) throw new NodeError('wallet_required', 'licensing.collectionNeedsWallet');
    const parts = this.#partsOf(plainManifest, user);
    await soldRows.putParts(
      plain.sha256,
      parts.map((part) => part.plain),
    );
    const made: { entry: SoldEntry; identity: AgeIdentity }[] = [];
    for (const part of parts) {
      signal.throwIfAborted();
      made.push(
        await this.#encryptPart(part, wanted, encryptPart).catch((error: unknown) => {
          throw signal.aborted ? signal.reason : withTitle(part.entry, error);
        }),
      );
    }
    const publicManifest = this.#publicManifestOf(plainManifest, made, user);
    const publicManifestFile = publicFile(publicManifest);
    const keyList = soldCollectionFile(
      publicManifest,
      made.map(({ identity }) => identity),
    );
    const encrypted = await encryptor.encryptMade(
      { bytes: keyList, contentType: soldCollectionType },
      wanted,
    );
    // Before the public manifest is stored, so that the end of an interrupted sale finds it.
    await sold.remember(encrypted, { manifest: publicManifest, parts: made });
    await this.#storePublicManifest(publicManifestFile, wanted);
    return encrypted;
  }

  /** Returns the contents to sell, each once. @throws NodeError for a collection that cannot be sold as one */
  #partsOf({ entries }: CollectionManifest, user: string): Part[] {
    const parts = new Map<string, Part>();
    for (const entry of entries) {
      if (!('content_id' in entry)) throw new NodeError('invalid_request', 'licensing.nestedCollection');
      const { sha256 } = parseContentId(entry.content_id);
      const plain = this.#options.rows.ofEncrypted(sha256)?.plain ?? sha256;
      parts.set(plain.toString('hex'), { entry, plain });
    }
    const most = soldCollectionLimits.parts;
    if (parts.size === 0) throw new NodeError('invalid_request', 'licensing.emptyCollection');
    if (parts.size > most) {
      throw new NodeError('payload_too_large', message('licensing.collectionTooLong', { most }));
    }
    // All are checked before the first one is restricted.
    for (const part of parts.values()) this.#check(part, user);
    return [...parts.values()];
  }

  #check({ entry, plain }: Part, user: string): void {
    const { blocks, catalogue, keys, rows } = this.#options;
    const row = rows.get(plain);
    const encrypted = row?.encrypted;
    const stored = catalogue.find(plain);
    try {
      blocks.refuse(plain);
      if (encrypted) blocks.refuse(encrypted);
      const isSold = encrypted && catalogue.find(encrypted) && keys.findOwn(encrypted);
      if (!isSold && !stored) throw contentNotStored();
      if ((row?.user ?? stored?.uploadedBy) !== user) throw notYours();
    } catch (error) {
      throw withTitle(entry, error);
    }
  }

  async #encryptPart({ entry, plain }: Part, wanted: EncryptionRequest, encryptPart: EncryptPart) {
    const { keys } = this.#options;
    const encrypted = await encryptPart(plain, wanted);
    const { contentType, plainSize } = keys.find(encrypted) ?? {};
    const facts = { content_type: contentType ?? entry.content_type, size: plainSize ?? entry.size };
    return {
      entry: { ...entry, ...facts, content_id: contentIdOf(encrypted) },
      identity: keys.open(encrypted),
    };
  }

  #publicManifestOf(
    { kind, title, description, artists, cover_id, created_at }: CollectionManifest,
    made: readonly { entry: SoldEntry }[],
    user: string,
  ): CollectionManifest {
    const entries = made.map(({ entry }) => entry);
    return this.#options.signManifest(
      { kind, title, description, artists, cover_id, created_at, entries },
      user,
    );
  }

  /** Stores the public manifest, which shows everybody what is sold. */
  async #storePublicManifest(file: Buffer, { user, signal, plain }: EncryptionRequest): Promise<void> {
    const { catalogue, hidden } = this.#options;
    const upload = { source: Readable.from([file]), sizeHint: file.length, signal };
    const about = { declaredType: manifestType, fileName: plain.name, uploadedBy: user };
    const { content } = await catalogue.store({ ...upload, ...about });
    await hidden.hide(content.sha256);
  }
}

/** Returns a manifest as the file that everybody may read. @throws NodeError `payload_too_large` */
function publicFile(manifest: CollectionManifest): Buffer {
  const file = manifestFile(manifest);
  if (file.length <= manifestLimits.bytes) return file;
  const { title } = manifest;
  const text = message('collections.manifestTooLarge', { title, most: manifestLimits.bytes });
  throw new NodeError('payload_too_large', text);
}

/** Returns an error with the title of the content that it concerns. */
function withTitle({ title }: SoldEntry, error: unknown): unknown {
  if (!(error instanceof NodeError) || error.code === 'shutting_down') return error;
  return new NodeError(error.code, message('licensing.partRefused', { title, why: error.text }), {
    cause: error,
  });
}
