import type { Writable } from 'node:stream';
import type { BlobSource, ByteRange, DiskUsage, StagedBlob } from '../blobs/blob-types.ts';
import { asWriteError } from '../blobs/disk-errors.ts';
import type { DiskBlobStore } from '../blobs/disk-store.ts';
import { recordedMediaType } from '../blobs/media-type.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { NodeError } from '../core/node-error.ts';
import { PerKey } from '../core/per-key.ts';
import type { BlockedRow } from '../db/blocked.ts';
import type { ContentRecordRepository } from '../db/content-records.ts';
import type { Addition, ContentRepository, NewContent } from '../db/contents.ts';
import type { ArrivingBytes } from './arriving-bytes.ts';
import type { BlockList } from './block-list.ts';
import { safeFileName } from './file-name.ts';
import { type Content, KnownContents } from './known-contents.ts';
import { Quotas } from './quotas.ts';
import { titleOf } from './title.ts';

export type { Content };

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
  records: Pick<ContentRecordRepository, 'usageOf'>;
  blocks: BlockList;
  blobs: DiskBlobStore;
  /** For everything together. */
  quotaBytes: number | undefined;
  /** For each user but the owner. */
  userQuotaBytes: number;
  maxUploadBytes: number;
  clock?: Clock;
  onChange?: () => void;
}

/** What is stored here: rows and bytes together, so that neither is ever without the other for a reader. */
export class Catalogue {
  readonly #contents: ContentRepository;
  readonly #blobs: DiskBlobStore;
  readonly #options: CatalogueOptions;
  readonly #clock: Clock;
  readonly #known: KnownContents;
  readonly #quotas: Quotas;
  /** Bytes and row of one content change together: a removal never comes between the two. */
  readonly #changes = new PerKey();
  #totals: { contents: number; contentBytes: number } | undefined;

  constructor(options: CatalogueOptions) {
    this.#options = options;
    this.#contents = options.contents;
    this.#blobs = options.blobs;
    this.#known = new KnownContents(options.contents);
    this.#quotas = new Quotas({
      ...options,
      stored: () => this.totals().contentBytes,
      heldBy: (user) => options.records.usageOf(user).contentBytes,
    });
    this.#clock = options.clock ?? systemClock;
  }

  /** What uploads bring, in parts or not; it counts against the quotas. */
  get arriving(): ArrivingBytes {
    return this.#quotas.arriving;
  }

  /**
   * Stores a content. It is acknowledged only when bytes and row are on disk.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, `blocked`, and what `check` throws
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
   * @throws NodeError `insufficient_storage`, `shutting_down`; `blocked` and what `check` throws discard the blob
   */
  async keep(staged: StagedBlob, details: NewContentDetails): Promise<Stored> {
    await orDiscard(staged, () => details.check?.(staged));
    const name = safeFileName(details.fileName);
    const row = {
      sha256: staged.sha256,
      size: staged.size,
      contentType: recordedMediaType({ declared: details.declaredType, fileName: name, head: staged.head }),
      name,
      title: titleOf(name),
      uploadedBy: details.uploadedBy,
      createdAt: this.#clock(),
      checksums: staged.checksums,
    };
    const { addition, content } = await this.#changes.run(keyOf(staged.sha256), async () => {
      await orDiscard(staged, () => this.#options.blocks.refuse(staged.sha256));
      await staged.commit();
      // The content is looked up before a removal that waits may begin.
      return { addition: await this.#addRow(row, staged), content: this.get(row.sha256) };
    });
    if (addition !== 'known') this.#changed();
    return { content, alreadyStored: addition !== 'added' };
  }

  /**
   * Makes a user a holder of a content that is stored, if there is need.
   * @throws NodeError `content_not_found`, `blocked`, `insufficient_storage`
   */
  async share(sha256: Buffer, user: string): Promise<Content> {
    const { addition, content } = await this.#changes.run(keyOf(sha256), async () => {
      const stored = this.get(sha256);
      const adding = this.#contents.add({ ...stored, uploadedBy: user, title: titleOf(stored.name) });
      const rejected = (error: unknown) => Promise.reject(asWriteError(error));
      return { addition: await adding.catch(rejected), content: stored };
    });
    if (addition !== 'known') this.#changed();
    return content;
  }

  /** @throws NodeError `content_not_found`, `blocked` */
  get(sha256: Buffer): Content {
    const content = this.find(sha256);
    if (content) return content;
    this.#options.blocks.refuse(sha256);
    throw notStored();
  }

  find(sha256: Buffer): Content | undefined {
    return this.#known.find(sha256);
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
    await this.#takeAway(sha256, () => {
      if (!this.#options.contents.remove(sha256)) throw notStored();
    });
  }

  /**
   * Removes a content, if it is stored, and refuses it from now on.
   * @throws NodeError `insufficient_storage` when the disk is too full to note it
   */
  block(sha256: Buffer, reason: string): Promise<BlockedRow> {
    return this.#takeAway(sha256, () => this.#options.blocks.add(sha256, reason));
  }

  totals(): { contents: number; contentBytes: number } {
    this.#totals ??= this.#contents.totals();
    return this.#totals;
  }

  disk(): Promise<DiskUsage> {
    return this.#blobs.usage();
  }

  async #addRow(row: NewContent, staged: StagedBlob): Promise<Addition> {
    try {
      return await this.#contents.add(row);
    } catch (error) {
      // Without a row nobody would know of the file.
      if (!this.#contents.get(row.sha256)) await staged.withdraw();
      throw asWriteError(error);
    }
  }

  async #takeAway<T>(sha256: Buffer, removeRow: () => T): Promise<T> {
    const removed = await this.#changes.run(keyOf(sha256), async () => {
      this.#known.forget(sha256);
      const answer = asWrite(removeRow);
      await this.#blobs.delete(sha256);
      return answer;
    });
    this.#changed();
    return removed;
  }

  #changed(): void {
    this.#totals = undefined;
    this.#options.onChange?.();
  }
}

const keyOf = (sha256: Buffer): string => sha256.toString('latin1');

const notStored = (): NodeError =>
  new NodeError('content_not_found', 'No content with this id is stored on this node.');

/** A look at what has arrived: when it throws, that is thrown away. */
async function orDiscard(staged: StagedBlob, look: () => void | Promise<void> | undefined): Promise<void> {
  try {
    await look();
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

function asWrite<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw asWriteError(error);
  }
}
