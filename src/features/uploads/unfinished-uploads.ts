import type { Readable } from 'node:stream';
import { isGuest, ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { PartialStore } from '../../platform/blobs/store/blob-store.ts';
import type { ReceivedPart } from '../../platform/blobs/store/blob-types.ts';
import { asWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { Catalogue, NewContentDetails, StoreResult } from '../content/index.ts';
import type { Reservation, UploadReservations } from '../storage/index.ts';
import type { PartUploadRepository, PartUploadRow } from './repository/part-upload-repository.ts';

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
}

/**
 * Keeps rows, files and reservations of unfinished uploads consistent; the caller makes one call at a time for each
 * upload.
 */
export class UnfinishedUploads {
  readonly #options: UnfinishedUploadsOptions;
  readonly #reservations = new Map<string, Reservation>();
  /** Addresses of unfinished uploads that began in this run, by id. */
  readonly #addresses = new Map<string, string>();

  constructor(options: UnfinishedUploadsOptions) {
    this.#options = options;
  }

  /** Resumes the uploads of the last run, and removes rows without files and files without rows. */
  async open(): Promise<void> {
    const files = await this.#options.partials.list();
    for (const row of this.#options.uploads.all()) {
      const present = files.get(row.id);
      if (row.sha256 && present === undefined && this.#options.catalogue.find(row.sha256)) continue;
      if (await this.#isResumable(row, present)) {
        files.delete(row.id);
        this.#reserve(row).set(row.size);
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
    if (row.userId !== ownerId && this.#openFrom(address) >= maxFromAddress) throw tooMany(maxFromAddress);
    const reservation = this.#reserve(row);
    this.#addresses.set(row.id, address);
    try {
      const { size, brokenOff } = await this.#write(row, part);
      if (brokenOff) throw brokenOff.reason;
      const upload = { ...row, size, lastPartAt: this.#options.clock() };
      if (!(await this.#options.uploads.add(upload, maxUnfinished))) throw tooMany(maxUnfinished);
      reservation.set(size);
      return size;
    } catch (error) {
      await this.remove(row.id);
      throw asWriteError(error);
    }
  }

  /** Receives a part that is not the last; returns the number of synced bytes of the file. */
  async append(row: PartUploadRow, part: PartBytes): Promise<number> {
    const { size, brokenOff } = await this.#write(row, part);
    await this.#acknowledge(row, size);
    if (brokenOff) throw brokenOff.reason;
    return size;
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
    const { size, brokenOff } = await this.#write(row, part);
    if (brokenOff) {
      await this.#acknowledge(row, size);
      throw brokenOff.reason;
    }
    try {
      const staged = await this.#options.partials.stage(row.id, size);
      // The hash is recorded before the content is stored, so that the next start can resolve a crash in between.
      const isOurs = await this.#options.uploads.complete(row, staged.sha256, this.#options.clock());
      if (!isOurs) throw superseded(this.#sizeOf(row));
      const stored = await this.#options.catalogue.keep(staged, {
        declaredType: row.declaredType ?? undefined,
        fileName: row.fileName ?? undefined,
        uploadedBy: row.userId,
        ...(check && { check }),
      });
      this.#unreserve(row.id);
      return stored;
    } catch (error) {
      // A full disk may prevent this write too; then the next start repairs the row.
      await this.#revert(row, isSuperseded(error)).catch(() => {});
      throw asWriteError(error);
    }
  }

  /** Removes an upload whose last part arrived before `time`. A crash leaves bytes that the next start removes. */
  async removeIdle(id: string, time: number): Promise<void> {
    if (!(await this.#options.uploads.removeIdle(id, time))) return;
    this.#unreserve(id);
    await this.#options.partials.remove(id);
  }

  /** Removes an upload with its bytes. */
  async remove(id: string): Promise<void> {
    this.#unreserve(id);
    await this.#options.partials.remove(id);
    await this.#options.uploads.remove(id);
  }

  /** Returns how many uploads an address has begun in this run and not finished. */
  #openFrom(address: string): number {
    let open = 0;
    for (const one of this.#addresses.values()) if (one === address) open += 1;
    return open;
  }

  /** Writes the bytes of a part to the disk without acknowledging them. */
  async #write(row: PartUploadRow, part: PartBytes): Promise<ReceivedPart> {
    const reservation = this.#reservations.get(row.id);
    let arrived = row.size;
    try {
      reservation?.announce(part.sizeHint === undefined ? undefined : row.size + part.sizeHint, row.size);
      return await this.#options.partials.append(row.id, part.source, {
        start: row.size,
        maxBytes: this.#options.maxUploadBytes,
        sizeHint: part.sizeHint,
        isGuests: isGuest(row.userId),
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
      if (error instanceof NodeError && error.code === 'upload_not_found') await this.remove(row.id);
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

  async #acknowledge(row: PartUploadRow, size: number): Promise<void> {
    const reservation = this.#reservations.get(row.id);
    try {
      const isOurs = await this.#options.uploads.grow(row, size, this.#options.clock());
      if (!isOurs) throw superseded(this.#sizeOf(row));
      reservation?.set(size);
    } catch (error) {
      reservation?.set(row.size);
      throw asWriteError(error);
    }
  }

  /** @param isOthers whether the row is that of another replica's part now */
  async #revert(row: PartUploadRow, isOthers: boolean): Promise<void> {
    this.#reservations.get(row.id)?.set(row.size);
    const isKept = await this.#options.partials.cut(row.id, row.size);
    if (isOthers) return;
    if (isKept) {
      await this.#options.uploads.reopen(row.id, this.#options.clock());
    } else {
      await this.remove(row.id);
    }
  }

  #sizeOf({ id }: PartUploadRow): number {
    return this.#options.uploads.get(id)?.size ?? 0;
  }

  #reserve({ id, userId }: PartUploadRow): Reservation {
    const reservation = this.#options.reservations.reserve(userId);
    this.#reservations.set(id, reservation);
    return reservation;
  }

  #unreserve(id: string): void {
    this.#reservations.get(id)?.close();
    this.#reservations.delete(id);
    this.#addresses.delete(id);
  }
}

/** A newer request for the upload, perhaps on another replica, has stored other bytes. */
export const superseded = (currentSize: number): NodeError =>
  new NodeError('offset_mismatch', 'storage.uploadSuperseded', {
    members: { current_size: currentSize },
  });

const isSuperseded = (error: unknown): boolean =>
  error instanceof NodeError && error.code === 'offset_mismatch';

const tooMany = (unfinished: number): NodeError =>
  new NodeError('rate_limited', message('storage.tooManyUnfinished', { uploads: unfinished }), {
    headers: { 'Retry-After': '3600' },
  });
