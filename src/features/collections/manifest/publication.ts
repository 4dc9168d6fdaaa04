import { Readable } from 'node:stream';
import {
  type CollectionManifest,
  manifestLimits,
  manifestType,
  type UnsignedManifest,
} from '../../../contract/collection-manifest.ts';
import type { CollectionShared } from '../../../contract/dashboard-api/library/collections.ts';
import { ownerId } from '../../../core/caller.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { contentIdOf } from '../../../core/content-id.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { Identity } from '../../../crypto/identity.ts';
import type { Catalogue, ContentService } from '../../content/index.ts';
import type { CollectionSummary } from '../collection.ts';
import type { CollectionListRepository } from '../repository/collection-list-repository.ts';
import { manifestFile, signManifest } from './manifest.ts';

export interface PublicationOptions {
  lists: CollectionListRepository;
  catalogue: Pick<Catalogue, 'store' | 'find'>;
  contents: Pick<ContentService, 'edit' | 'stored'>;
  identity: Pick<Identity, 'id' | 'sign'>;
  /** Returns a wallet that the owner has proved. */
  walletOf: () => string | null;
  /** Shares a stored content on a public node. @throws NodeError where it cannot be shared */
  share: (sha256: Buffer, on: { host: string; listed: boolean }) => void;
}

type ManifestEntry = UnsignedManifest['entries'][number];

/** What a published collection consists of. */
interface Published {
  manifest: Buffer;
  /** Manifests, covers and contents of it and of the collections in it. */
  parts: Buffer[];
}

/** Publishes collections as manifests, which are contents of the owner. */
export class Publication {
  readonly #options: PublicationOptions;

  constructor(options: PublicationOptions) {
    this.#options = options;
  }

  /**
   * Shares a collection on a public node: its manifest, and everything in it that is stored here.
   * @throws NodeError `collection_not_found`, `payload_too_large`, and the errors of `share` for the manifest
   */
  async share(id: string, on: { host: string; listed: boolean }): Promise<CollectionShared> {
    const { share, catalogue } = this.#options;
    const { manifest, parts } = await this.#publish(this.#find(id));
    share(manifest, on);
    let shared = 0;
    let leftOut = 0;
    for (const part of parts) {
      if (catalogue.find(part) && tried(() => share(part, on))) shared += 1;
      else leftOut += 1;
    }
    return { content_id: contentIdOf(manifest), shared, left_out: leftOut };
  }

  #find(id: string): CollectionSummary {
    const summary = this.#options.lists.get(id);
    if (!summary) throw new NodeError('collection_not_found', 'collections.notFound');
    return summary;
  }

  /** Stores the manifests of a collection, those of the collections in it first. */
  async #publish(summary: CollectionSummary): Promise<Published> {
    const { lists, contents } = this.#options;
    const rows = lists.entries(summary.number, { skip: 0, limit: manifestLimits.entries });
    const children = lists.some(rows.flatMap((row) => ('child' in row ? [row.child] : [])));
    const hashes = rows.flatMap((row) => ('child' in row ? [] : [row.sha256]));
    const titles = new Map(contents.stored(hashes).map((one) => [one.sha256.toString('hex'), one.title]));
    const entries: ManifestEntry[] = [];
    const parts = [...(summary.cover ? [summary.cover] : [])];
    for (const row of rows) {
      if ('child' in row) {
        const child = children.get(row.child);
        if (!child) continue;
        const inner = await this.#publish(child);
        parts.push(inner.manifest, ...inner.parts);
        entries.push({ manifest_id: contentIdOf(inner.manifest), title: child.title });
      } else {
        const { sha256, name, size, contentType, durationMs } = row;
        const title = (titles.get(sha256.toString('hex')) || name).slice(0, 1000);
        parts.push(sha256);
        entries.push({
          content_id: contentIdOf(sha256),
          title: title.toWellFormed(),
          size,
          content_type: contentType,
          duration_ms: durationMs,
        });
      }
    }
    return { manifest: await this.#store(summary, entries), parts };
  }

  /** Stores a manifest; unchanged collections have the same one. */
  async #store(summary: CollectionSummary, entries: ManifestEntry[]): Promise<Buffer> {
    const { catalogue, contents, identity, walletOf } = this.#options;
    const { kind, title, description, artists, cover, updatedAt } = summary;
    const unsigned = {
      kind,
      title,
      description,
      artists,
      entries,
      cover_id: cover && contentIdOf(cover),
      created_at: toTimestamp(updatedAt),
    };
    const manifest: CollectionManifest = signManifest(identity, unsigned, walletOf());
    const file = manifestFile(manifest);
    if (file.length > manifestLimits.bytes) {
      throw new NodeError(
        'payload_too_large',
        message('collections.manifestTooLarge', { title, most: manifestLimits.bytes }),
      );
    }
    const { content, alreadyStored } = await catalogue.store({
      source: Readable.from([file]),
      sizeHint: file.length,
      signal: new AbortController().signal,
      declaredType: manifestType,
      fileName: `${title.slice(0, 100)}.collection.json`,
      uploadedBy: ownerId,
    });
    if (!alreadyStored) {
      const coverId = cover && catalogue.find(cover) ? contentIdOf(cover) : null;
      await contents.edit(content.sha256, { title, description, authors: artists, cover_id: coverId });
    }
    return content.sha256;
  }
}

/** Returns whether some work was done, and not refused: a sold file of an album does not keep the others back. */
function tried(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof NodeError) return false;
    throw error;
  }
}
