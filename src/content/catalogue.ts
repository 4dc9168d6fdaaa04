import type { Writable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { BlobSource, ByteRange, DiskUsage, StagedBlob } from '../blobs/blob-types.ts';
import { asWriteError } from '../blobs/disk-errors.ts';
import type { DiskBlobStore } from '../blobs/disk-store.ts';
import { recordedMediaType } from '../blobs/media-type.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { NodeError } from '../core/node-error.ts';
import { PerKey } from '../core/per-key.ts';
import type { ContentRepository, ContentRow, NewContent } from '../db/contents.ts';
import { ArrivingBytes } from './arriving-bytes.ts';
import { safeFileName } from './file-name.ts';

/** A content that can be sent: its row and the checksums of its blocks. */
export type Content = ContentRow & { checksums: Buffer };

/** What is known of a new content besides its bytes. */
export interface NewContentDetails {
  declaredType: string | undefined;
  fileName: string | undefined;
  uploadedBy: string;
  /** Last look at the whole before it is stored, e.g. at its digest; throwing stores nothing. */
  check?: (staged: { sha256: Buffer }) => void | Promise<void>;
}

/** A new content with its bytes. */
export interface Upload extends NewContentDetails {
  source: BlobSource;
  /** Bytes, where the sender announced them. */
  sizeHint: number | undefined;
  signal: AbortSignal;
}

/** What became of an upload: `alreadyStored` when the same bytes were here before. */
export interface Stored {
  content: Content;
  alreadyStored: boolean;
}

export interface CatalogueOptions {
  contents: ContentRepository;
  blobs: DiskBlobStore;
  quotaBytes: number | undefined;
  maxUploadBytes: number;
  clock?: Clock;
  onChange?: () => void;
}

/** Something wrong with what is stored, as `verify` names it. */
export interface Damage {
  sha256: Buffer;
  problem: 'missing' | 'damaged';
}

/** What is stored here: rows and bytes together, so that neither is ever without the other for a reader. */
export class Catalogue {
  readonly #contents: ContentRepository;
  readonly #blobs: DiskBlobStore;
  readonly #options: CatalogueOptions;
  readonly #clock: Clock;
  readonly #recent = new LRUCache<string, Content>({
    max: 10_000,
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ checksums }) => 256 + checksums.length,
  });
  /** Bytes and row of one content change together: a removal never comes between the two. */
  readonly #changes = new PerKey();
  /** What uploads bring, in parts or not; it counts against the quota. */
  readonly arriving = new ArrivingBytes((_user, more) => this.#checkQuota(more));
  #totals: { contents: number; contentBytes: number } | undefined;

  constructor(options: CatalogueOptions) {
    this.#options = options;
    this.#contents = options.contents;
    this.#blobs = options.blobs;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Stores a content. It is acknowledged only when bytes and row are on disk.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, and what `check` throws
   */
  async store(upload: Upload): Promise<Stored> {
    const reservation = this.arriving.reserve(upload.uploadedBy);
    const tooMuch = new AbortController();
    try {
      reservation.growTo(upload.sizeHint ?? 0);
      const staged = await this.#blobs.write(upload.source, {
        maxBytes: this.#options.maxUploadBytes,
        sizeHint: upload.sizeHint,
        signal: AbortSignal.any([upload.signal, tooMuch.signal]),
        onProgress: (bytes) => {
          try {
            reservation.growTo(bytes);
          } catch (error) {
            tooMuch.abort(error);
          }
        },
      });
      return await this.keep(staged, upload);
    } finally {
      reservation.close();
    }
  }

  /**
   * Stores a blob that is whole. It is acknowledged only when bytes and row are on disk.
   * @throws NodeError `insufficient_storage`, `shutting_down`, and what `check` throws, which discards the blob
   */
  async keep(staged: StagedBlob, details: NewContentDetails): Promise<Stored> {
    try {
      await details.check?.(staged);
    } catch (error) {
      await staged.discard();
      throw error;
    }
    const name = safeFileName(details.fileName);
    const row = {
      sha256: staged.sha256,
      size: staged.size,
      contentType: recordedMediaType({ declared: details.declaredType, fileName: name, head: staged.head }),
      name,
      uploadedBy: details.uploadedBy,
      createdAt: this.#clock(),
      checksums: staged.checksums,
    };
    const stored = await this.#changes.run(staged.sha256.toString('latin1'), async () => {
      await staged.commit();
      const added = await this.#addRow(row);
      // Looked up before a removal that waits may begin.
      return { content: this.get(row.sha256), alreadyStored: !added };
    });
    if (!stored.alreadyStored) this.#changed();
    return stored;
  }

  /** @throws NodeError `content_not_found` */
  get(sha256: Buffer): Content {
    const content = this.find(sha256);
    if (!content) {
      throw new NodeError('content_not_found', 'No content with this id is stored on this node.');
    }
    return content;
  }

  find(sha256: Buffer): Content | undefined {
    const key = sha256.toString('latin1');
    const known = this.#recent.get(key);
    if (known) return known;
    const row = this.#contents.get(sha256);
    if (!row) return undefined;
    const content = { ...row, checksums: this.#contents.checksums(sha256) ?? Buffer.alloc(0) };
    this.#recent.set(key, content);
    return content;
  }

  /**
   * Sends the bytes and ends `out`; see `DiskBlobStore.sendTo`.
   * @throws NodeError `content_not_found` when it was removed meanwhile, `content_damaged` when only its file is gone
   */
  async sendTo(out: Writable, content: Content, range?: ByteRange): Promise<void> {
    try {
      await this.#blobs.sendTo(out, content, range);
    } catch (error) {
      const isMissing = error instanceof NodeError && error.code === 'content_not_found';
      if (!isMissing || !this.find(content.sha256)) throw error;
      throw new NodeError('content_damaged', 'The file of this content is missing on this node.', {
        cause: error,
      });
    }
  }

  /** @throws NodeError `content_not_found`, `insufficient_storage` when the disk is too full to note it */
  async remove(sha256: Buffer): Promise<void> {
    const key = sha256.toString('latin1');
    await this.#changes.run(key, async () => {
      this.#recent.delete(key);
      if (!this.#removeRow(sha256)) {
        throw new NodeError('content_not_found', 'No content with this id is stored on this node.');
      }
      await this.#blobs.delete(sha256);
    });
    this.#changed();
  }

  /** Newest first. `cursor` is opaque: it comes from the page before. */
  page(query: { q: string; cursor: string | undefined; limit: number }): {
    items: ContentRow[];
    nextCursor: string | null;
    total: number;
  } {
    const beforeNumber = query.cursor === undefined ? undefined : Number.parseInt(query.cursor, 36);
    if (Number.isNaN(beforeNumber)) {
      throw new NodeError('invalid_request', 'The cursor is not one that this node gave.', {
        errors: [{ path: 'cursor', message: 'is not a cursor' }],
      });
    }
    const items = this.#contents.page({ q: query.q, beforeNumber, limit: query.limit });
    const last = items.length === query.limit ? items.at(-1) : undefined;
    return {
      items,
      nextCursor: last ? last.number.toString(36) : null,
      total: this.#contents.count(query.q),
    };
  }

  totals(): { contents: number; contentBytes: number } {
    this.#totals ??= this.#contents.totals();
    return this.#totals;
  }

  disk(): Promise<DiskUsage> {
    return this.#blobs.usage();
  }

  /**
   * Hashes everything stored again.
   * @returns how many contents were looked at, and what is wrong
   */
  async verify(signal?: AbortSignal): Promise<{ verified: number; damaged: Damage[] }> {
    const damaged: Damage[] = [];
    let verified = 0;
    let after = Buffer.alloc(0);
    for (;;) {
      const hashes = this.#contents.hashesAfter(after, 256);
      const last = hashes.at(-1);
      if (!last) return { verified, damaged };
      after = Buffer.from(last);
      for (const sha256 of hashes) {
        signal?.throwIfAborted();
        const { ok, actual } = await this.#blobs.verify(sha256);
        if (this.#contents.get(sha256)) {
          verified += 1;
          if (!ok) damaged.push({ sha256, problem: actual ? 'damaged' : 'missing' });
        }
      }
    }
  }

  /** Removes files without a row, left by a crash between the two. */
  removeOrphans(): Promise<number> {
    return this.#blobs.removeOrphans((hashes) =>
      hashes.map((sha256) => this.#contents.get(sha256) !== undefined),
    );
  }

  async #addRow(row: NewContent): Promise<boolean> {
    try {
      return await this.#contents.add(row);
    } catch (error) {
      // Without a row nobody would know of the file.
      if (!this.#contents.get(row.sha256)) await this.#blobs.delete(row.sha256);
      throw asWriteError(error);
    }
  }

  #removeRow(sha256: Buffer): boolean {
    try {
      return this.#contents.remove(sha256);
    } catch (error) {
      throw asWriteError(error);
    }
  }

  #changed(): void {
    this.#totals = undefined;
    this.#options.onChange?.();
  }

  #checkQuota(more: number): void {
    const { quotaBytes } = this.#options;
    if (quotaBytes === undefined) return;
    if (this.totals().contentBytes + this.arriving.total + more > quotaBytes) {
      throw new NodeError(
        'insufficient_storage',
        'The storage quota of this node is used up. Delete content or raise storage.quota_bytes.',
      );
    }
  }
}
