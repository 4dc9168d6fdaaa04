import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type CollectionManifest, soldCollectionLimits } from '../../../contract/collections/manifest.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { recordedMediaType } from '../../../core/media-type/media-type.ts';
import { NodeError } from '../../../core/node-error.ts';
import { printable } from '../../../core/printable.ts';
import { AgeError } from '../../../crypto/age/age-error.ts';
import { encryptedSize } from '../../../crypto/age/encrypt.ts';
import { decryptBytes } from '../../../crypto/age/in-memory.ts';
import { type Catalogue, type Content, manifestFile, readWhole } from '../../content/index.ts';
import { type ContentKeys, keyHashOf } from '../content-keys.ts';
import type { CollectionKindRepository } from '../repository/collection-kind-repository.ts';
import type { SoldCollectionRepository, SoldPart } from '../repository/sold-collection-repository.ts';
import { readSoldCollection, type SoldCollection } from './sold-collection-file.ts';

export interface SoldCollectionsOptions {
  rows: SoldCollectionRepository;
  kinds: Pick<CollectionKindRepository, 'put'>;
  keys: Pick<ContentKeys, 'open' | 'encryptKey'>;
  catalogue: Pick<Catalogue, 'get' | 'reader'>;
}

/** More than an encrypted list can be, with its header. */
const maxEncryptedBytes = encryptedSize(soldCollectionLimits.bytes, [], []) + 4096;

const nothing = Buffer.alloc(0);

/** Reads the contents of sold collections whose keys this node has. */
export class SoldCollections {
  readonly #options: SoldCollectionsOptions;
  /** Running readings by hash, in Latin-1. */
  readonly #opening = new Map<string, Promise<void>>();
  /** Manifests of the last opened collections, because a delivery reads one right after opening it. */
  readonly #described = new LRUCache<string, CollectionManifest>({ max: 2 });

  constructor(options: SoldCollectionsOptions) {
    this.#options = options;
  }

  /**
   * Decrypts a stored collection with its key once, and stores its parts and their keys.
   * @throws NodeError `key_invalid` for anything but a valid collection, `content_not_found`, `key_not_found`,
   *   `content_damaged`
   */
  async open(collection: Buffer): Promise<void> {
    const content = this.#options.catalogue.get(collection);
    // Reading a long list takes a second, and anyone with its key may deposit it again.
    if (this.manifestOf(collection)) return;
    const id = hashKey(collection);
    const opening = this.#opening.get(id) ?? this.#open(collection, content);
    this.#opening.set(id, opening);
    await opening.finally(() => this.#opening.delete(id));
  }

  async #open(collection: Buffer, content: Content): Promise<void> {
    await this.remember(collection, await this.#read(collection, content));
  }

  async #read(collection: Buffer, content: Content): Promise<SoldCollection> {
    const { catalogue, keys } = this.#options;
    if (content.size > maxEncryptedBytes) throw invalidCollection();
    const file = await readWhole(await catalogue.reader(content));
    const read = await opened(file, () => keys.open(collection));
    this.#described.set(hashKey(collection), read.manifest);
    return read;
  }

  /** Returns the manifest of a stored collection. @throws NodeError as `open` */
  async describe(collection: Buffer): Promise<CollectionManifest> {
    const content = this.#options.catalogue.get(collection);
    return this.#described.get(hashKey(collection)) ?? (await this.#read(collection, content)).manifest;
  }

  /** Opens stored collections; skips invalid ones. @param collections default: those with a key that were not opened yet */
  async openAll(collections: readonly Buffer[] = this.#options.rows.unopened()): Promise<void> {
    for (const collection of collections) {
      await this.open(collection).catch((error: unknown) => {
        if (!(error instanceof NodeError)) throw error;
      });
    }
  }

  /** Remembers an open collection; resolves when it is on disk. */
  remember(collection: Buffer, { manifest, parts }: SoldCollection): Promise<void> {
    const { rows, kinds, keys } = this.#options;
    kinds.put(collection, manifest.kind);
    const list = createHash('sha256').update(manifestFile(manifest)).digest();
    return rows.put(
      collection,
      list,
      parts.map(({ entry, identity }) => ({
        part: parseContentId(entry.content_id).sha256,
        title: printable(entry.title),
        contentType: recordedMediaType({ declared: entry.content_type, head: nothing }),
        plainSize: entry.size,
        durationMs: entry.duration_ms,
        key: keys.encryptKey(identity),
        keyHash: keyHashOf(identity),
      })),
    );
  }

  /** Returns the public manifest of an opened collection. */
  manifestOf(collection: Buffer): Buffer | undefined {
    return this.#options.rows.manifestOf(collection);
  }

  /** Returns the parts of an opened collection in their order; empty for any other content. */
  partsOf(collection: Buffer): SoldPart[] {
    return this.#options.rows.partsOf(collection);
  }

  /**
   * Returns the opened collections whose licences include a content.
   * @param network that of the registrant; default: any
   */
  collectionsOf(part: Buffer, network?: string): Buffer[] {
    return this.#options.rows.wholesOf(part, network);
  }
}

async function opened(file: Buffer, key: () => Parameters<typeof decryptBytes>[1]): Promise<SoldCollection> {
  try {
    const collection = readSoldCollection(await decryptBytes(file, key()));
    if (collection) return collection;
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
  }
  throw invalidCollection();
}

const invalidCollection = () => new NodeError('key_invalid', 'licensing.soldCollectionInvalid');
