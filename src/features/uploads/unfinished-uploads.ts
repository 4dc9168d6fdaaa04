import type { Readable } from 'node:stream';
import { isGuest, ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { TransientSet } from '../../core/concurrency/transient-set.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type { PartialStore } from '../../platform/blobs/store/blob-store.ts';
import type { ReceivedPart, StagedBlob } from '../../platform/blobs/store/blob-types.ts';
import { asWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { Catalogue, NewContentDetails, StoreResult } from '../content/index.ts';
import type { UploadReservations } from '../storage/index.ts';
import { OpenUploads } from './open-uploads.ts';
import type { PartUploadRepository, PartUploadRow } from './repository/part-upload-repository.ts';
import { isSuperseded, superseded, tooMany } from './upload-problems.ts';

/** Limit of unfinished uploads per principal. */
const maxUnfinished = 100;
/** Limit of uploads that users of one address have begun in this run of the node and not finished. */
const maxFromAddress = 200;

/** The bytes of one part. */
export interface PartBytes {
  source: Readable;
  /** The size in bytes that the sender announced, if any. */
  sizeHint: number | undefined;
  /** Ends the part when aborted. */
  signal: AbortSignal;
  /** Receives the number of new bytes as they arrive. */
  onProgress?: ((bytes: number) => void) | undefined;
  /** Checks the SHA-256 of the part, if the sender sent one; an error discards the part. */
  check?: ((sha256: Buffer) => void) | undefined;
}

export interface UnfinishedUploadsOptions {
  uploads: PartUploadRepository;
  partials: PartialStore;
  catalogue: Pick<Catalogue, 'find' | 'keep' | 'addOwner'>;
  reservations: UploadReservations;
  /** Larger files are refused. */
  maxUploadBytes: number;
  clock: Clock;
  logger: Pick<Logger, 'error'>;
}

/**
 * Keeps rows, files and reservations of unfinished uploads consistent; the caller makes one call at a time for each
 * upload.
 */
export class UnfinishedUploads {
  readonly #options: UnfinishedUploadsOptions;
  readonly #open: OpenUploads;
  /** Uploads that receive their last part here. */
  readonly #finishing = new TransientSet<string>();

  constructor(options: UnfinishedUploadsOptions) {
    this.#options = options;
    this.#open = new OpenUploads(options.reservations);
    if (options.partials.isReplicated) options.uploads.follow((id, row) => this.#follow(id, row));
  }

  /**
   * Resumes the uploads of the last run, and removes files without rows. Rows without files are removed, too, unless
   * the bytes of uploads are replicated.
   */
  async open(): Promise<void> {
    const files = await this.#options.partials.list();
    for (const row of this.#options.uploads.all()) {
      if (this.#options.partials.isReplicated) {
        if (row.sha256) continue;
        files.delete(row.id);
        this.#open.reserve(row).set(row.size);
        continue;
      }
      const present = files.get(row.id);
      if (row.sha256 && present === undefined && this.#options.catalogue.find(row.sha256)) continue;
      if (await this.#isResumable(row, present)) {
        files.delete(row.id);
        this.#open.reserve(row).set(row.size);
      } else {
        await this.#options.uploads.remove(row.id);
      }
    }
    for (const stray of files.keys()) await this.#options.partials.remove(stray);
  }

  /**
   * Receives the first part of an upload; a failure leaves nothing behind.
   * @throws NodeError `rate_limited` for too many unfinished uploads, before the part is read where possible
   */
  async begin(row: PartUploadRow, address: string, part: PartBytes): Promise<number> {
    if (this.#options.uploads.unfinishedOf(row.principal) >= maxUnfinished) throw tooMany(maxUnfinished);
    if (row.userId !== ownerId && this.#open.from(address) >= maxFromAddress) throw tooMany(maxFromAddress);
    const reservation = this.#open.reserve(row);
    this.#open.begun(row.id, address);
    try {
      const { size, brokenOff, record } = await this.#write(row, part);
      if (brokenOff) throw brokenOff.reason;
      const upload = { ...row, size, lastPartAt: this.#options.clock() };
      if (!(await this.#options.uploads.add(upload, maxUnfinished, record))) throw tooMany(maxUnfinished);
      reservation.set(size);
      return size;
    } catch (error) {
      await this.remove(row.id);
      throw asWriteError(error);
    }
  }

  /** Receives a part that is not the last; returns the number of synced bytes of the file. */
  async append(row: PartUploadRow, part: PartBytes): Promise<number> {
    const received = await this.#write(row, part);
    await this.#acknowledge(row, received);
    if (received.brokenOff) throw received.brokenOff.reason;
    return received.size;
  }

  /**
   * Receives the last part and stores the content. After a failure the upload is unchanged, or removed if its complete
   * content was refused.
   */
  async finish(
    row: PartUploadRow,
    part: PartBytes,
    check: NewContentDetails['check'] | undefined,
  ): Promise<StoreResult> {
    this.#finishing.add(row.id);
    try {
      const received = await this.#write(row, part);
      if (!received.brokenOff) return await this.#store(row, received.size, check);
      await this.#acknowledge(row, received);
      throw received.brokenOff.reason;
    } finally {
      this.#finishing.delete(row.id);
      await this.#removeCopy(row.id);
    }
  }

  /** Stores the content of a complete upload. */
  async #store(
    row: PartUploadRow,
    size: number,
    check: NewContentDetails['check'] | undefined,
  ): Promise<StoreResult> {
    let isDiscarded = false;
    try {
      const staged = await this.#completed(row, size);
      const discard = () => {
        isDiscarded = true;
        return staged.discard();
      };
      const stored = await this.#options.catalogue.keep(
        { ...staged, discard },
        {
          declaredType: row.declaredType ?? undefined,
          fileName: row.fileName ?? undefined,
          uploadedBy: row.userId,
          ...(check && { check }),
        },
      );
      this.#open.close(row.id);
      return stored;
    } catch (error) {
      // A full disk may prevent this write too; then the next start repairs the row.
      await this.#revert(row, { isDiscarded, isOthers: isSuperseded(error) }).catch(() => {});
      throw asWriteError(error);
    }
  }

  /** Removes an upload whose last part arrived before `time`. A crash leaves bytes that the next start removes. */
  async removeIdle(id: string, time: number): Promise<void> {
    if (!(await this.#options.uploads.removeIdle(id, time))) return;
    this.#open.close(id);
    await this.#options.partials.remove(id);
  }

  /** Removes an upload with its bytes. */
  async remove(id: string): Promise<void> {
    this.#open.close(id);
    await this.#options.partials.remove(id);
    await this.#options.uploads.remove(id);
  }

  /** Writes the bytes of a part to the disk without acknowledging them. */
  async #write(row: PartUploadRow, part: PartBytes): Promise<ReceivedPart> {
    const reservation = this.#open.reservation(row.id);
    let arrived = row.size;
    try {
      reservation?.announce(part.sizeHint === undefined ? undefined : row.size + part.sizeHint, row.size);
      return await this.#options.partials.append(row.id, part.source, {
        start: row.size,
        maxBytes: this.#options.maxUploadBytes,
        sizeHint: part.sizeHint,
        isForGuest: isGuest(row.userId),
        signal: part.signal,
        onProgress: (size) => {
          part.onProgress?.(size - arrived);
          arrived = size;
          reservation?.growTo(size);
        },
        check: part.check,
      });
    } catch (error) {
      reservation?.set(row.size);
      if (!(error instanceof NodeError && error.code === 'upload_not_found')) throw error;
      // Another replica may have finished the upload, and its file was removed here.
      const now = this.#options.uploads.get(row.id);
      if (now && (now.sha256 || now.size !== row.size)) throw superseded(this.#sizeOf(row));
      await this.remove(row.id);
      throw error;
    }
  }

  async #isResumable(row: PartUploadRow, present: number | undefined): Promise<boolean> {
    if (!row.sha256) return present !== undefined && present >= row.size;
    // The node crashed before the file was stored, or between storing the file and writing the row of the content.
    if (present === undefined && !(await this.#options.partials.reclaim(row.id, row.sha256))) return false;
    await this.#options.uploads.reopen(row.id, row.lastPartAt);
    return true;
  }

  /** Returns the complete blob, whose hash a command records where no other replica has received bytes meanwhile. */
  async #completed(row: PartUploadRow, size: number): Promise<StagedBlob> {
    const { uploads, partials, clock } = this.#options;
    const staged = await partials.stage(row.id, size);
    const { sha256, record } = staged;
    if (record) {
      return {
        ...staged,
        record: () => {
          const isOurs = uploads.completeNow(row, sha256, clock());
          if (!isOurs) throw superseded(uploads.get(row.id)?.size ?? 0);
          record();
        },
      };
    }
    // The hash is recorded before the content is stored, so that the next start can resolve a crash in between.
    if (!(await uploads.complete(row, sha256, clock()))) throw superseded(this.#sizeOf(row));
    return staged;
  }

  async #acknowledge(row: PartUploadRow, { size, record }: ReceivedPart): Promise<void> {
    const reservation = this.#open.reservation(row.id);
    try {
      const isOurs = await this.#options.uploads.grow(row, size, this.#options.clock(), record);
      if (!isOurs) throw superseded(this.#sizeOf(row));
      reservation?.set(size);
    } catch (error) {
      reservation?.set(row.size);
      throw asWriteError(error);
    }
  }

  /** @param why whether the blob was refused, or the row is that of another replica's part now */
  async #revert(row: PartUploadRow, why: { isDiscarded: boolean; isOthers: boolean }): Promise<void> {
    const { partials, uploads, clock } = this.#options;
    this.#open.reservation(row.id)?.set(row.size);
    if (partials.isReplicated) {
      // The command has changed nothing, or its outcome is unknown.
      if (why.isDiscarded) await this.remove(row.id);
      return;
    }
    const isKept = await partials.cut(row.id, row.size);
    if (why.isOthers) return;
    if (isKept) {
      await uploads.reopen(row.id, clock());
    } else {
      await this.remove(row.id);
    }
  }

  /** Follows an upload that any replica has changed, within the transaction that copies its row. */
  #follow(id: string, row: PartUploadRow | undefined): void {
    if (row && !row.sha256) {
      this.#open.reserve(row).set(row.size);
      return;
    }
    this.#open.close(id);
    setImmediate(() => this.#removeCopy(id));
  }

  /** Removes the local file of an upload that is finished or removed, unless it is in use. */
  async #removeCopy(id: string): Promise<void> {
    const { uploads, partials, logger } = this.#options;
    const row = uploads.get(id);
    if (!partials.isReplicated || this.#finishing.has(id) || (row && !row.sha256)) return;
    await partials.remove(id).catch((error: unknown) => {
      logger.error({ err: error }, 'the local file of an upload could not be removed');
    });
  }

  #sizeOf({ id }: PartUploadRow): number {
    const { uploads, catalogue } = this.#options;
    const row = uploads.get(id);
    const content = row?.sha256 ? catalogue.find(row.sha256) : undefined;
    return (content ?? row)?.size ?? 0;
  }
}
