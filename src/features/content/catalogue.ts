import type { Writable } from 'node:stream';
import type { ByteRange } from '../../core/bytes/byte-range.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import { contentNotFound } from '../../core/content-errors.ts';
import { hashKey } from '../../core/hash-key.ts';
import { StorageUnavailableError } from '../../core/node-error.ts';
import type { BlobStore } from '../../platform/blobs/store/blob-store.ts';
import type { DiskUsage, StagedBlob, Verified } from '../../platform/blobs/store/blob-types.ts';
import { asWriteError, rejectWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { BlockList } from './block-list.ts';
import { type Content, ContentCache } from './content-cache.ts';
import type { ByteAdmission, CopyReads, SpaceProvider } from './content-ports.ts';
import {
  type IncomingContent,
  type KeptDetails,
  type NewContentDetails,
  orDiscard,
  rowOf,
  type StoreResult,
} from './incoming-content.ts';
import { titleOf } from './naming/title.ts';
import type { BlockedRow } from './repository/block-repository.ts';
import type { ContentRepository } from './repository/content-repository.ts';
import type { Addition, NewContent } from './repository/rows/content-rows.ts';
import { checkSize } from './size-limit.ts';
import { type ContentReader, StoredBytes } from './stored-bytes.ts';
import type { TrashOutcome } from './trash/trash-repository.ts';

export type { Content, ContentReader };

export interface CatalogueOptions {
  contents: ContentRepository;
  blocks: BlockList;
  blobs: BlobStore;
  space: SpaceProvider;
  admission: ByteAdmission;
  uses: CopyReads;
  /** Larger files are refused; encrypted files may exceed the limit by the overhead of encryption. */
  maxUploadBytes: number;
  /** Called when a content was stored, even again. */
  onStored?: (sha256: Buffer) => void;
  /** Called when the bytes of a stored content were rewritten. */
  onRewritten: (sha256: Buffer, lease: NewContentDetails['lease']) => Promise<void>;
  /** Called when requested bytes are damaged or missing. */
  onDamage: (sha256: Buffer) => void;
  /** Called when a content was removed. */
  onRemoved: (sha256: Buffer) => void;
  clock?: Clock;
  onChange?: () => void;
}

/** Keeps rows and bytes of contents consistent, so that a reader never finds one without the other. */
export class Catalogue {
  readonly #contents: ContentRepository;
  readonly #blobs: BlobStore;
  readonly #options: CatalogueOptions;
  readonly #clock: Clock;
  readonly #cache: ContentCache;
  readonly #bytes: StoredBytes;
  /** Serialises changes of bytes and row of each content. */
  readonly #locks = new KeyedMutex();

  constructor(options: CatalogueOptions) {
    this.#options = options;
    this.#contents = options.contents;
    this.#blobs = options.blobs;
    this.#cache = new ContentCache(options.contents);
    this.#clock = options.clock ?? systemClock;
    this.#bytes = new StoredBytes({
      blobs: options.blobs,
      uses: options.uses,
      isStored: (sha256) => this.find(sha256) !== undefined,
      onDamage: options.onDamage,
    });
  }

  /**
   * Stores a content, and resolves when bytes and row are on disk.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, `blocked`, and the errors of `check`
   */
  store(upload: IncomingContent): Promise<StoreResult> {
    return this.#options.admission.admit(upload, upload.uploadedBy, (staged) => this.keep(staged, upload));
  }

  /**
   * Stores a complete blob, and resolves when bytes and row are on disk.
   * @throws NodeError `insufficient_storage`, `shutting_down`; `payload_too_large`, `blocked`, the errors of `check`
   *   and the reason of `unless` discard the blob
   */
  async keep(staged: StagedBlob, details: KeptDetails): Promise<StoreResult> {
    await orDiscard(staged, () => {
      checkSize(staged.size, staged.head, this.#options.maxUploadBytes);
      return details.check?.(staged);
    });
    const row = rowOf(staged, details, this.#clock());
    const { addition, content } = await this.exclusively(staged.sha256, async () => {
      const isStored = this.#contents.get(row.sha256) !== undefined;
      await orDiscard(staged, () => {
        this.#options.blocks.refuse(staged.sha256);
        details.unless?.throwIfAborted();
        return isStored ? undefined : this.#options.space.makeSpace(row.uploadedBy);
      });
      await staged.commit();
      const added = await this.#addRow(row, staged, details);
      if (isStored) await this.#options.onRewritten(row.sha256, details.lease);
      // The content is read before a waiting removal can begin.
      return { addition: added, content: this.get(row.sha256) };
    });
    if (addition !== 'known') this.#changed();
    this.#options.onStored?.(row.sha256);
    return { content, alreadyStored: addition !== 'added' };
  }

  /**
   * Makes a user an owner of a stored content.
   * @throws NodeError `content_not_found`, `blocked`, `insufficient_storage`
   */
  async addOwner(sha256: Buffer, user: string): Promise<Content> {
    const { addition, content } = await this.exclusively(sha256, async () => {
      const stored = this.get(sha256);
      const owner = { uploadedBy: user, title: titleOf(stored.name), createdAt: this.#clock() };
      const added = await this.#contents.addOwner({ ...stored, ...owner }).catch(rejectWriteError);
      this.#cache.forget(sha256);
      if (!added) throw contentNotFound();
      return { addition: added.addition, content: this.get(sha256) };
    });
    if (addition !== 'known') this.#changed();
    return content;
  }

  /** Returns the row and block checksums of a content. @throws NodeError `content_not_found`, `blocked` */
  get(sha256: Buffer): Content {
    const content = this.find(sha256);
    if (content) return content;
    this.#options.blocks.refuse(sha256);
    throw contentNotFound();
  }

  /** Copies what other replicas have stored; undefined in a standalone node. */
  refresh(): Promise<void> | undefined {
    return this.#contents.refresh();
  }

  find(sha256: Buffer): Content | undefined {
    return this.#cache.find(sha256);
  }

  /** Drops a content from the cache after its row was changed. */
  forget(sha256: Buffer): void {
    this.#cache.forget(sha256);
  }

  /**
   * Sends the bytes and ends `out`; see `BlobStore.sendTo`.
   * @throws NodeError `content_not_found` when it was removed meanwhile, `content_damaged` when its file is missing
   */
  sendTo(out: Writable, content: Content, range?: ByteRange): Promise<void> {
    return this.#bytes.sendTo(out, content, range);
  }

  /**
   * Opens a content for reading in parts; the caller closes it.
   * @param verified with `unverified`, the caller calls `inspectInBackground`
   * @throws NodeError `content_not_found` when it was removed meanwhile, `content_damaged`
   */
  reader(content: Content, verified: Verified = 'verified'): Promise<ContentReader> {
    return this.#bytes.reader(content, verified);
  }

  inspectInBackground(sha256: Buffer): void {
    this.#options.onDamage(sha256);
  }

  /**
   * Removes a content with its bytes, also from the trash.
   * @throws NodeError `content_not_found`, `insufficient_storage` when the disk is too full to record it
   */
  async remove(sha256: Buffer): Promise<void> {
    const removed = await this.removeWith(sha256, () => this.#contents.remove(sha256));
    if (!removed) throw contentNotFound();
  }

  /**
   * Removes a content, if it is stored, and blocks it.
   * @throws NodeError `insufficient_storage` when the disk is too full to record it
   */
  block(sha256: Buffer, reason: string): Promise<BlockedRow> {
    return this.removeWith(sha256, () => this.#options.blocks.add(sha256, reason));
  }

  /**
   * Removes a user from the owners of a content, and the content with its last owner; returns whether it was removed.
   * @param mayGo called in the command; false keeps the owner
   * @throws NodeError `content_not_found` where the user does not own it, or keeps it, `insufficient_storage`
   */
  async removeOwner(sha256: Buffer, user: string, mayGo?: () => boolean): Promise<boolean> {
    const removal = await this.change(sha256, async () => {
      const outcome = await this.#contents.removeOwner(sha256, user, this.#clock(), mayGo);
      this.#cache.forget(sha256);
      if (outcome === 'none') throw contentNotFound();
      if (outcome === 'gone') await this.#deleteBytes(sha256);
      return outcome;
    });
    return removal === 'gone';
  }

  /** Removes a copy that is neither kept, read nor changed; returns whether it was removed. */
  async evict(sha256: Buffer): Promise<boolean> {
    // Waiting for the lock could deadlock: its holder may itself wait for space.
    if (this.isBusy(sha256)) return false;
    const mayGo = () => !this.#options.uses.isInUse(sha256);
    return this.removeWith(sha256, () => this.#contents.evict(sha256, mayGo));
  }

  /** Moves a content to the trash, or removes one of its owners, by changing its row only; its bytes stay. */
  moveToTrash(sha256: Buffer, changeRow: () => Promise<TrashOutcome>): Promise<TrashOutcome> {
    return this.change(sha256, async () => {
      const trashing = await changeRow();
      this.#cache.forget(sha256);
      if (trashing === 'trashed') this.#options.onRemoved(sha256);
      return trashing;
    });
  }

  /** Removes the row of a content, and then its bytes unless `removeRow` returned false. */
  removeWith<T>(sha256: Buffer, removeRow: () => T | Promise<T>): Promise<T> {
    return this.change(sha256, async () => {
      const removed = await removeRow();
      this.#cache.forget(sha256);
      if (removed !== false) await this.#deleteBytes(sha256);
      return removed;
    });
  }

  /** Returns whether a task changes bytes or row of a content. */
  isBusy(sha256: Buffer): boolean {
    return this.#locks.isBusy(hashKey(sha256));
  }

  /** Runs a task while no other task changes bytes or row of a content. */
  exclusively<T>(sha256: Buffer, task: () => Promise<T>): Promise<T> {
    return this.#locks.run(hashKey(sha256), task);
  }

  totals(): { contents: number; contentBytes: number } {
    return this.#cache.totals();
  }

  disk(): Promise<DiskUsage> {
    return this.#blobs.usage();
  }

  async #addRow(row: NewContent, staged: StagedBlob, details: NewContentDetails): Promise<Addition> {
    try {
      const { addition, inserted } = await this.#contents.add(row, {
        checkSpace: () => this.#options.space.checkStored(row.uploadedBy, row.size),
        recordBytes: () => {
          details.checkAddition?.();
          staged.record?.();
        },
        lease: details.lease,
      });
      this.#cache.replace(row.sha256, inserted && { ...inserted, checksums: row.checksums });
      return addition;
    } catch (error) {
      // Without a row the file would be an orphan. If the row may have been committed, it is not removed.
      const isUnknown = error instanceof StorageUnavailableError && error.isOutcomeUnknown;
      if (!isUnknown && !this.#contents.hasBytes(row.sha256)) await staged.rollBack();
      throw asWriteError(error);
    }
  }

  /** Runs `change` while no other task changes the content; its result `false` means that nothing was changed. */
  async change<T>(sha256: Buffer, change: () => Promise<T>): Promise<T> {
    const changed = await this.exclusively(sha256, () => change().catch(rejectWriteError));
    if (changed !== false) this.#changed();
    return changed;
  }

  /** Deletes quarantined bytes too, so that they are not inspected later. */
  async #deleteBytes(sha256: Buffer): Promise<void> {
    this.#options.onRemoved(sha256);
    await this.#blobs.delete(sha256);
    await this.#blobs.quarantine.forget(sha256);
  }

  #changed(): void {
    this.#cache.forgetTotals();
    this.#options.onChange?.();
  }
}
