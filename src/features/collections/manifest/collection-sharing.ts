import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type CollectionManifest,
  manifestLimits,
  soldCollectionLimits,
} from '../../../contract/collections/manifest.ts';
import type { LocalContent } from '../../../contract/dashboard-api/content.ts';
import type {
  CollectionShare,
  CollectionShared,
} from '../../../contract/dashboard-api/library/collection-shares.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { contentIdOf } from '../../../core/content-id.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { Identity } from '../../../crypto/identity.ts';
import { type Catalogue, manifestFile, signManifest } from '../../content/index.ts';
import type { CollectionSummary } from '../collection.ts';
import { notYours } from '../collection-service.ts';
import type { CollectionListRepository } from '../repository/collection-list-repository.ts';
import type { ManifestRepository } from '../repository/manifest-repository.ts';
import { type ContentEntryRow, entryOf, type ManifestEntry } from './manifest-entry.ts';
import type { ManifestStore } from './manifest-store.ts';

export interface CollectionSharingOptions {
  lists: CollectionListRepository;
  store: Pick<ManifestStore, 'store'>;
  catalogue: Pick<Catalogue, 'find'>;
  /** Returns stored contents as in lists. */
  contentsOf: (hashes: readonly Buffer[]) => LocalContent[];
  identity: Pick<Identity, 'id' | 'sign'>;
  /** Returns a wallet that the owner has proved. */
  walletOf: () => string | null;
  /** Returns the fee wallet's key, by which others recognise who published a collection. */
  feeWallet: () => Promise<Signer>;
  manifests: ManifestRepository;
  /** Checks that a collection can be sold as one. @throws NodeError with the title of a content that cannot */
  checkSale: (manifest: CollectionManifest) => void;
  /** Returns the encrypted file of a manifest that is sold, and of the contents in it. */
  soldAs: (manifest: Buffer) => SoldManifest | undefined;
  /** Shares a stored content on a public node. @throws NodeError where it cannot be shared */
  share: (sha256: Buffer, on: Place & { pictureOf?: Buffer | undefined }) => Promise<unknown>;
  /** Returns the shares of a collection. @param manifests the newest first */
  sharesOf: (manifests: readonly Buffer[]) => Omit<CollectionShare, 'outdated'>[];
  /** Returns whether some of these parts could be shared with a manifest on a public node, and are not. */
  isIncomplete: (manifest: Buffer, host: string, parts: readonly Buffer[]) => boolean;
  /** Stops sharing a collection. @throws NodeError `share_not_found` */
  unshare: (manifests: readonly Buffer[], host: string) => Promise<void>;
}

/** The encrypted file of a sold collection, and those of its contents. */
export interface SoldManifest {
  encrypted: Buffer;
  parts: readonly Buffer[];
}

/** Where contents are shared; `partOf`: the manifest of the collection that they belong to. */
interface Place {
  host: string;
  listed: boolean;
  partOf?: Buffer | undefined;
}

type Signer = Pick<Identity, 'id' | 'sign'>;
/** A collection with its parts, as it would be shared now. */
interface SharedParts {
  summary: CollectionSummary;
  file: Buffer;
  /** The hash of the file. */
  manifest: Buffer;
  /** The first content in it that has a picture. */
  pictureOf: Buffer | undefined;
  /** Its covers and contents, and the collections in it. */
  parts: (Buffer | SharedParts)[];
}

/** Number of contents that are read at once. */
const piece = 100;

/** Shares collections and prepares their sale, as manifests, which are contents of the owner. */
export class CollectionSharing {
  readonly #options: CollectionSharingOptions;

  constructor(options: CollectionSharingOptions) {
    this.#options = options;
  }

  /**
   * Shares a collection on a public node: its manifest, and everything in it that is stored here.
   * @throws NodeError `collection_not_found`, `payload_too_large`, and the errors of `share` for the manifest
   */
  async share(id: string, on: { host: string; listed: boolean }): Promise<CollectionShared> {
    const { share, feeWallet } = this.#options;
    const published = await this.#assemble(this.#find(id), await feeWallet());
    await this.#publish(published);
    const { manifest, pictureOf } = published;
    await share(manifest, { ...on, pictureOf });
    const parts = await this.#shareParts(published, { ...on, partOf: manifest });
    const shared = parts.filter(Boolean).length;
    return { content_id: contentIdOf(manifest), shared, left_out: parts.length - shared };
  }

  /**
   * Returns where a collection is shared.
   * @param compare whether to find out what sharing it again would send, which takes a second for a long collection
   * @throws NodeError `collection_not_found`
   */
  async shares(id: string, compare: boolean): Promise<CollectionShare[]> {
    const { sharesOf, manifests, feeWallet } = this.#options;
    const summary = this.#find(id);
    const shares = sharesOf(manifests.of(summary.number));
    if (shares.length === 0 || !compare) return shares.map((share) => ({ ...share, outdated: null }));
    const current = await this.#assemble(summary, await feeWallet());
    return shares.map((share) => {
      if (share.content_id !== contentIdOf(current.manifest)) return { ...share, outdated: 'changed' };
      return { ...share, outdated: this.#isIncomplete(current, share.host) ? 'incomplete' : null };
    });
  }

  /** Stops sharing a collection. @throws NodeError `collection_not_found`, `share_not_found` */
  async unshare(id: string, host: string): Promise<void> {
    await this.#options.unshare(this.#options.manifests.of(this.#find(id).number), host);
  }

  /**
   * Stores the manifest of a collection to be sold as one, with the contents of nested collections in its place.
   * @throws NodeError `collection_not_found`, `payload_too_large`, and the errors of `checkSale`
   */
  async prepareSale(id: string): Promise<{ content_id: string; is_sold: boolean }> {
    const { checkSale, soldAs, manifests } = this.#options;
    const summary = this.#find(id);
    const entries = this.#flatEntries(summary);
    const sold = manifests.of(summary.number).map(soldAs).find(Boolean);
    const ids = new Set(entries.map((entry) => entry.content_id));
    if (sold && [...ids].join() === sold.parts.map(contentIdOf).join()) {
      return { content_id: contentIdOf(sold.encrypted), is_sold: true };
    }
    const manifest = this.#signed(summary, entries);
    checkSale(manifest);
    return {
      content_id: contentIdOf(await this.#options.store.store(summary, manifestFile(manifest))),
      is_sold: false,
    };
  }

  /** Returns the contents of a collection and of those in it as entries of one manifest. */
  #flatEntries(summary: CollectionSummary) {
    const rows = this.#flatRows(summary);
    const stored = this.#options.contentsOf(rows.map(({ sha256 }) => sha256));
    const byId = new Map(stored.map((one) => [one.content_sha256, one]));
    return rows.map((row) => entryOf(row, byId.get(row.sha256.toString('hex'))));
  }

  /** Returns the contents of a collection and of those in it, with one more at most than can be sold. */
  #flatRows(summary: CollectionSummary, limit = soldCollectionLimits.parts + 1): ContentEntryRow[] {
    const { lists } = this.#options;
    const rows = lists.entries(summary.number, { skip: 0, limit: manifestLimits.entries });
    const children = lists.some(rows.flatMap((row) => ('child' in row ? [row.child] : [])));
    const flat: ContentEntryRow[] = [];
    for (const row of rows) {
      if (flat.length >= limit) break;
      const child = 'child' in row ? children.get(row.child) : undefined;
      if (!('child' in row)) flat.push(row);
      else if (child) flat.push(...this.#flatRows(child, limit - flat.length));
    }
    return flat;
  }

  /** Shares the parts, and returns for each whether it is shared. */
  async #shareParts({ parts }: SharedParts, on: Place): Promise<boolean[]> {
    const shared: boolean[] = [];
    for (let at = 0; at < parts.length; at += piece) {
      // Replicas commit them together.
      const some = parts.slice(at, at + piece).map((part) => this.#sharePart(part, on));
      shared.push(...(await Promise.all(some)).flat());
    }
    return shared;
  }

  async #sharePart(part: Buffer | SharedParts, on: Place): Promise<boolean[]> {
    const { share, catalogue } = this.#options;
    if (Buffer.isBuffer(part)) {
      return [catalogue.find(part) !== undefined && (await tried(share(part, on)))];
    }
    const { manifest, pictureOf } = part;
    const isShared = await tried(share(manifest, { ...on, pictureOf }));
    return [isShared, ...(await this.#shareParts(part, isShared ? { ...on, partOf: manifest } : on))];
  }

  #isIncomplete({ manifest, parts }: SharedParts, host: string): boolean {
    const hashes = parts.map((part) => (Buffer.isBuffer(part) ? part : part.manifest));
    return (
      this.#options.isIncomplete(manifest, host, hashes) ||
      parts.some((part) => !Buffer.isBuffer(part) && this.#isIncomplete(part, host))
    );
  }

  #find(id: string): CollectionSummary {
    const summary = this.#options.lists.get(id);
    if (!summary) throw new NodeError('collection_not_found', 'collections.notFound');
    if (summary.owner) throw notYours();
    return summary;
  }

  /** Stores the manifest of a collection, after those of the collections in it. */
  async #publish({ summary, file, parts }: SharedParts): Promise<void> {
    for (const part of parts) if (!Buffer.isBuffer(part)) await this.#publish(part);
    await this.#options.store.store(summary, file);
  }

  /** Returns what is shared of a collection and the collections in it. */
  async #assemble(summary: CollectionSummary, feeWallet: Signer): Promise<SharedParts> {
    const { lists } = this.#options;
    const rows = lists.entries(summary.number, { skip: 0, limit: manifestLimits.entries });
    const children = lists.some(rows.flatMap((row) => ('child' in row ? [row.child] : [])));
    const hashes = rows.flatMap((row) => ('child' in row ? [] : [row.sha256]));
    const stored = await this.#storedOf(hashes);
    const entries: ManifestEntry[] = [];
    const parts: SharedParts['parts'] = [...(summary.cover ? [summary.cover] : [])];
    let pictureOf: Buffer | undefined;
    for (const row of rows) {
      if ('child' in row) {
        const child = children.get(row.child);
        if (!child) continue;
        const inner = await this.#assemble(child, feeWallet);
        pictureOf ??= inner.pictureOf;
        parts.push(inner);
        entries.push({ manifest_id: contentIdOf(inner.manifest), title: child.title });
      } else {
        const { sha256 } = row;
        const content = stored.get(sha256.toString('hex'));
        if (content?.thumbnail_url) pictureOf ??= sha256;
        parts.push(sha256);
        entries.push(entryOf(row, content));
      }
    }
    const file = manifestFile(this.#signed(summary, entries, feeWallet));
    return { summary, file, manifest: createHash('sha256').update(file).digest(), pictureOf, parts };
  }

  /** Reads contents by their hashes, in pieces between which other requests are answered. */
  async #storedOf(hashes: readonly Buffer[]): Promise<Map<string, LocalContent>> {
    const stored = new Map<string, LocalContent>();
    for (let at = 0; at < hashes.length; at += piece) {
      for (const one of this.#options.contentsOf(hashes.slice(at, at + piece)))
        stored.set(one.content_sha256, one);
      await setImmediate();
    }
    return stored;
  }

  /** Returns the signed manifest; an unchanged collection has the same one. */
  #signed(summary: CollectionSummary, entries: ManifestEntry[], feeWallet?: Signer): CollectionManifest {
    const { identity, walletOf } = this.#options;
    const { id, kind, title, description, artists, cover, updatedAt } = summary;
    const unsigned = {
      kind,
      title,
      description,
      artists,
      entries,
      cover_id: cover && contentIdOf(cover),
      created_at: toTimestamp(updatedAt),
    };
    // Only editions with the fee wallet's signature appear in the libraries of followers.
    const published = { ...unsigned, ...(feeWallet && { collection_id: id }) };
    return signManifest(identity, published, walletOf(), feeWallet);
  }
}

/** Returns whether `work` was done and not refused; a sold file of an album must not prevent sharing the others. */
async function tried(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof NodeError) return false;
    throw error;
  }
}
