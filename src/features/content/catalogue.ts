import type { Writable } from 'node:stream';
import { networkId } from '../../core/caller.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { PerKey } from '../../core/concurrency/keyed-mutex.ts';
import { recordedMediaType } from '../../core/media-type/media-type.ts';
import { NodeError } from '../../core/node-error.ts';
import type { ByteRange, DiskUsage, StagedBlob } from '../../platform/blobs/store/blob-types.ts';
import type { DiskBlobStore } from '../../platform/blobs/store/disk-blob-store.ts';
import { asReadError, asWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { CopyUse } from '../storage/copy-use.ts';
import type { Room } from '../storage/eviction-policy.ts';
import type { Brought, Intake } from '../uploads/upload-admission.ts';
import { refuseTooLarge } from '../uploads/upload-limit.ts';
import type { ArrivingBytes } from '../uploads/upload-reservations.ts';
import type { BlockList } from './block-list.ts';
import { type Content, KnownContents } from './content-cache.ts';
import { safeFileName } from './file-name.ts';
import type { BlockedRow } from './repository/block-repository.ts';
import type { Addition, ContentRepository, NewContent } from './repository/content-repository.ts';
import { titleOf } from './title.ts';

export type { Content };

/** What is known of a new content besides its bytes. */
export interface NewContentDetails {
  declaredType: string | undefined;
  fileName: string | undefined;
  uploadedBy: string;
  /** Last look at the whole before it is stored, e.g. at its digest; throwing stores nothing. */
  check?: (staged: { sha256: Buffer }) => void | Promise<void>;
  /** It is not wanted any more once this is aborted, also when all its bytes are there. */
  unless?: AbortSignal;
}

/** A new content with its bytes. */
export interface Upload extends NewContentDetails, Brought {}

/** What became of an upload: `alreadyStored` when the same bytes were here before. */
export interface Stored {
  content: Content;
  alreadyStored: boolean;
}

/** A content of which parts are read, one call at a time. */
export interface ContentReader {
  /** Bytes. */
  size: number;
  /**
   * @returns the bytes from there on, as many as there are up to `length`; their memory is used again by the next call
   * @throws NodeError `content_damaged`
   */
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface CatalogueOptions {
  contents: ContentRepository;
  blocks: BlockList;
  blobs: DiskBlobStore;
  room: Pick<Room, 'arriving' | 'fit'>;
  intake: Intake;
  uses: CopyUse;
  /** Larger files are refused, but for what encryption adds to the largest. */
  maxUploadBytes: number;
  /** Told that the bytes of a content that was stored before have come again. */
  onBytes: (sha256: Buffer) => Promise<void>;
  /** Told that the bytes of a content were asked for and are not right. */
  onDamage: (sha256: Buffer) => void;
  /** Told that a content is not stored any more. */
  onGone: (sha256: Buffer) => void;
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
  /** Bytes and row of one content change together: a removal never comes between the two. */
  readonly #changes = new PerKey();
  #totals: { contents: number; contentBytes: number } | undefined;

  constructor(options: CatalogueOptions) {
    this.#options = options;
    this.#contents = options.contents;
    this.#blobs = options.blobs;
    this.#known = new KnownContents(options.contents);
    this.#clock = options.clock ?? systemClock;
  }

  /** What uploads bring, in parts or not; it counts against the quotas. */
  get arriving(): ArrivingBytes {
    return this.#options.room.arriving;
  }

  /**
   * Stores a content. It is acknowledged only when bytes and row are on disk.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, `blocked`, and what `check` throws
   */
  store(upload: Upload): Promise<Stored> {
    return this.#options.intake.take(upload, upload.uploadedBy, (staged) => this.keep(staged, upload));
  }

  /**
   * Stores a blob that is whole. It is acknowledged only when bytes and row are on disk.
   * @throws NodeError `insufficient_storage`, `shutting_down`; `payload_too_large`, `blocked`, what `check` throws and the reason of `unless` discard the blob
   */
  async keep(
    staged: StagedBlob,
    details: NewContentDetails & Pick<NewContent, 'copy'> & { title?: string },
  ): Promise<Stored> {
    await orDiscard(staged, () => {
      refuseTooLarge(staged.size, staged.head, this.#options.maxUploadBytes);
      return details.check?.(staged);
    });
    const name = safeFileName(details.fileName);
    const row: NewContent = {
      sha256: staged.sha256,
      size: staged.size,
      contentType: recordedMediaType({ declared: details.declaredType, fileName: name, head: staged.head }),
      name,
      title: details.title ?? titleOf(name),
      uploadedBy: details.uploadedBy,
      createdAt: this.#clock(),
      checksums: staged.checksums,
      ...(details.copy && { copy: details.copy }),
    };
    const { addition, content } = await this.inTurn(staged.sha256, async () => {
      const isStored = this.#contents.get(row.sha256) !== undefined;
      await orDiscard(staged, () => {
        this.#options.blocks.refuse(staged.sha256);
        details.unless?.throwIfAborted();
        return isStored ? undefined : this.#options.room.fit(row.uploadedBy);
      });
      await staged.commit();
      const addition = await this.#addRow(row, staged);
      if (isStored) await this.#options.onBytes(row.sha256);
      // The content is looked up before a removal that waits may begin.
      return { addition, content: this.get(row.sha256) };
    });
    if (addition !== 'known') this.#changed();
    return { content, alreadyStored: addition !== 'added' };
  }

  /**
   * Makes a user a holder of a content that is stored, if there is need.
   * @throws NodeError `content_not_found`, `blocked`, `insufficient_storage`
   */
  async share(sha256: Buffer, user: string): Promise<Content> {
    const { addition, content } = await this.inTurn(sha256, async () => {
      const stored = this.get(sha256);
      const title = titleOf(stored.name);
      const adding = this.#contents.add({ ...stored, uploadedBy: user, title, createdAt: this.#clock() });
      const rejected = (error: unknown) => Promise.reject(asWriteError(error));
      const addition = await adding.catch(rejected);
      this.#known.forget(sha256);
      return { addition, content: this.get(sha256) };
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

  /** Its row has changed. */
  forget(sha256: Buffer): void {
    this.#known.forget(sha256);
  }

  /**
   * Sends the bytes and ends `out`; see `DiskBlobStore.sendTo`.
   * @throws NodeError `content_not_found` when it was removed meanwhile, `content_damaged` when only its file is gone
   */
  async sendTo(out: Writable, content: Content, range?: ByteRange): Promise<void> {
    const sent = content.uploadedBy === networkId ? this.#options.uses.begin(content) : undefined;
    try {
      await this.#blobs.sendTo(out, content, range);
    } catch (error) {
      throw this.#unread(content, error);
    } finally {
      sent?.();
    }
  }

  /**
   * Opens a content to read parts of it; to be closed.
   * @throws NodeError `content_not_found` when it was removed meanwhile, `content_damaged`
   */
  reader(content: Content): Promise<ContentReader> {
    return this.#reader(content, this.#blobs.reader(content));
  }

  /**
   * The same for whoever authenticates what they read, and tells by `suspect` what is wrong: bytes are not checked.
   * @throws NodeError as `reader`
   */
  uncheckedReader(content: Content): Promise<ContentReader> {
    return this.#reader(content, this.#blobs.uncheckedReader(content));
  }

  /** Somebody found that what these bytes should be they are not: they are looked at. */
  suspect(sha256: Buffer): void {
    this.#options.onDamage(sha256);
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

  /**
   * A user takes back what they have stored; with the last holder it goes.
   * @returns whether it is gone
   * @throws NodeError `content_not_found` where the user does not hold it, `insufficient_storage` when the disk is too
   * full to note it
   */
  async leave(sha256: Buffer, user: string): Promise<boolean> {
    const departure = await this.inTurn(sha256, async () => {
      this.#known.forget(sha256);
      const departure = asWrite(() => this.#contents.leave(sha256, user, this.#clock()));
      if (departure === 'none') throw notStored();
      if (departure === 'gone') await this.#deleteBytes(sha256);
      return departure;
    });
    this.#changed();
    return departure === 'gone';
  }

  /** Removes a copy, if nothing keeps it and nobody is just reading or changing it; whether it went. */
  async evict(sha256: Buffer): Promise<boolean> {
    // Who is changing it may itself wait for room.
    if (this.#changes.isBusy(keyOf(sha256))) return false;
    const removed = await this.inTurn(sha256, async () => {
      const mayGo = () => {
        if (this.#options.uses.isInUse(sha256)) return false;
        this.#known.forget(sha256);
        return true;
      };
      const removed = await this.#contents
        .evict(sha256, mayGo)
        .catch((error: unknown) => Promise.reject(asWriteError(error)));
      if (removed) await this.#deleteBytes(sha256);
      return removed;
    });
    if (removed) this.#changed();
    return removed;
  }

  /** Runs a task while neither bytes nor row of a content change otherwise. */
  inTurn<T>(sha256: Buffer, task: () => Promise<T>): Promise<T> {
    return this.#changes.run(keyOf(sha256), task);
  }

  totals(): { contents: number; contentBytes: number } {
    this.#totals ??= this.#contents.totals();
    return this.#totals;
  }

  disk(): Promise<DiskUsage> {
    return this.#blobs.usage();
  }

  async #reader(content: Content, opening: Promise<Omit<ContentReader, 'size'>>): Promise<ContentReader> {
    const unread = (error: unknown) => Promise.reject(this.#unread(content, asReadError(error)));
    const file = await opening.catch(unread);
    const ended = content.uploadedBy === networkId ? this.#options.uses.begin(content) : undefined;
    return {
      size: content.size,
      read: (position, length) => file.read(position, length).catch(unread),
      close: () => {
        ended?.();
        return file.close();
      },
    };
  }

  async #addRow(row: NewContent, staged: StagedBlob): Promise<Addition> {
    try {
      const addition = await this.#contents.add(row);
      this.#known.forget(row.sha256);
      return addition;
    } catch (error) {
      // Without a row nobody would know of the file.
      if (!this.#contents.get(row.sha256)) await staged.withdraw();
      throw asWriteError(error);
    }
  }

  async #takeAway<T>(sha256: Buffer, removeRow: () => T): Promise<T> {
    const removed = await this.inTurn(sha256, async () => {
      this.#known.forget(sha256);
      const answer = asWrite(removeRow);
      await this.#deleteBytes(sha256);
      return answer;
    });
    this.#changed();
    return removed;
  }

  /** Also of a damaged file, which might be looked at else. */
  async #deleteBytes(sha256: Buffer): Promise<void> {
    this.#options.onGone(sha256);
    await this.#blobs.delete(sha256);
    await this.#blobs.quarantine.forget(sha256);
  }

  /** Why bytes could not be read; what is damaged or missing is looked after. */
  #unread(content: Content, error: unknown): unknown {
    const code = error instanceof NodeError ? error.code : undefined;
    const isMissing = code === 'content_not_found' && this.find(content.sha256) !== undefined;
    if (isMissing || code === 'content_damaged') this.#options.onDamage(content.sha256);
    if (!isMissing) return error;
    return new NodeError('content_damaged', 'The file of this content is missing on this node.', {
      cause: error,
    });
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
