import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { CollectionManifest } from '../../../contract/collections/manifest.ts';
import { manifestType } from '../../../contract/collections/media-types.ts';
import type { Clock } from '../../../core/clock.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { requestId } from '../../../core/ids.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { printable } from '../../../core/printable.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { decodeBase58 } from '../../../crypto/identity.ts';
import { asWrite } from '../../../platform/blobs/store/disk-errors.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { type Catalogue, storedManifest } from '../../content/index.ts';
import { factsOf } from '../manifest/manifest-entry.ts';
import {
  type Edition,
  type EditionSummary,
  FollowedCollectionRepository,
} from './followed-collection-repository.ts';

export interface FollowedCollectionsOptions {
  db: Db;
  catalogue: Pick<Catalogue, 'find' | 'reader'>;
  /** The public key of this node, whose own collections are listed anyway. */
  nodeId: string;
  /** Returns the fee wallets of a key on all networks. */
  walletsOf: (publicKey: Uint8Array) => RawAddress[];
  isFollowed: (owner: RawAddress) => boolean;
  /** Returns whether a known node lists this content. */
  isListed: (sha256: Buffer) => boolean;
  /** Keeps a manifest out of lists of files. */
  hide: (sha256: Buffer) => Promise<void>;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
}

/** Shows the collections that followed people publish (docs/decisions/followed-collections.md). */
export class FollowedCollections {
  readonly #options: FollowedCollectionsOptions;
  readonly #rows: FollowedCollectionRepository;
  /** One at a time, because a manifest has up to 1 MiB. */
  readonly #queue = new PQueue({ concurrency: 1 });
  /** Manifests that show nothing unless one of these wallets is followed; reading one takes up to a tenth of a second. */
  readonly #skipped = new LRUCache<string, readonly RawAddress[]>({ max: 10_000 });
  /** Editions that were not shown because of others, which may be gone later. */
  readonly #refused = new LRUCache<string, EditionSummary>({ max: 10_000 });

  constructor(options: FollowedCollectionsOptions) {
    this.#options = options;
    this.#rows = new FollowedCollectionRepository(options.db);
  }

  /** Shows the collection of a content that a subscription keeps, if a followed wallet signed it. */
  receive(sha256: Buffer): void {
    if (!this.#mayShow(sha256)) return;
    this.#queue
      .add(() => this.#receive(sha256))
      .catch((error: unknown) =>
        this.#options.logger.info({ err: error }, 'the manifest of a collection could not be read'),
      );
  }

  /** Removes the collections that their owners withdrew, or whose owners are not followed any more. */
  removeGone(): void {
    const { catalogue, isFollowed, isListed, onChange } = this.#options;
    const gone = this.#rows
      .all()
      .filter((row) => !(isFollowed(row.owner) && isListed(row.manifest) && catalogue.find(row.manifest)));
    if (gone.length === 0) return;
    asWrite(() => this.#rows.remove(gone.map(({ number }) => number)));
    onChange();
  }

  /** Resolves when no manifest is being read. */
  async stop(): Promise<void> {
    this.#queue.clear();
    await this.#queue.onIdle();
  }

  #mayShow(sha256: Buffer): boolean {
    const { catalogue, isFollowed, isListed } = this.#options;
    if (catalogue.find(sha256)?.contentType !== manifestType) return false;
    const skipped = this.#skipped.get(hashKey(sha256));
    if (skipped && !skipped.some(isFollowed)) return false;
    const refused = this.#refused.get(hashKey(sha256));
    if (refused && this.#rows.refusal(refused)) return false;
    return isListed(sha256) && !this.#rows.has(sha256);
  }

  async #receive(sha256: Buffer): Promise<void> {
    const { catalogue, isFollowed, hide, clock, onChange } = this.#options;
    if (!this.#mayShow(sha256)) return;
    const manifest = await storedManifest(catalogue, sha256);
    const signers = manifest ? this.#signersOf(manifest) : [];
    const owner = signers.find(isFollowed);
    const edition = manifest && owner && editionOf(manifest, owner, sha256);
    if (!edition) {
      this.#skipped.set(hashKey(sha256), owner ? [] : signers);
      return;
    }
    const summary = summaryOf(edition);
    // Earlier editions are no files either; one beyond the limits stays a file.
    if (this.#rows.refusal(summary) !== 'full') await hide(sha256);
    if (isFollowed(owner) && asWrite(() => this.#rows.put(edition, clock()))) onChange();
    else this.#refused.set(hashKey(sha256), summary);
  }

  /** Returns the wallets, one for each network, whose key signed a manifest of another node. */
  #signersOf({ node, wallet_key: walletKey }: CollectionManifest): RawAddress[] {
    const { nodeId, walletsOf } = this.#options;
    const key = walletKey === undefined || node === nodeId ? undefined : decodeBase58(walletKey, 32);
    return key ? walletsOf(key) : [];
  }
}

function summaryOf(edition: Edition): EditionSummary {
  const { owner, publishedAt, entries } = edition;
  return { owner, editionOf: edition.editionOf, publishedAt, size: entries.length };
}

/** Returns undefined for a manifest without the id or the title of its collection. */
function editionOf(manifest: CollectionManifest, owner: RawAddress, sha256: Buffer): Edition | undefined {
  const { kind, collection_id: collectionId, cover_id: cover, artists, description } = manifest;
  const title = printable(manifest.title);
  if (collectionId === undefined || title.trim() === '') return undefined;
  return {
    ...{ id: requestId(), kind, title, owner, editionOf: collectionId, manifest: sha256 },
    description: description.split('\n').map(printable).join('\n'),
    artists: artists.map(printable).filter((artist) => artist !== ''),
    cover: cover === null ? null : parseContentId(cover).sha256,
    publishedAt: Date.parse(manifest.created_at),
    entries: manifest.entries.map(factsOf),
  };
}
