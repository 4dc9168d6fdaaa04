import { isGuest } from '../../core/caller.ts';
import type { BlobSource, StagedBlob } from '../../platform/blobs/store/blob-types.ts';
import type { DiskBlobStore } from '../../platform/blobs/store/disk-blob-store.ts';
import type { ArrivingBytes } from './upload-reservations.ts';

/** Bytes that somebody brings. */
export interface Brought {
  source: BlobSource;
  /** Bytes, where the sender announced them. */
  sizeHint: number | undefined;
  signal: AbortSignal;
  /** Told how many bytes have arrived so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

export interface IntakeOptions {
  blobs: Pick<DiskBlobStore, 'write'>;
  arriving: ArrivingBytes;
  /** Larger ones are refused. */
  maxBytes: number;
}

/** Brings bytes to the disk; they count against the limits of a user until they are stored or given up. */
export class Intake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /**
   * @param user undefined where the bytes take the place of others, so that they need no room
   * @param store what is done with the bytes while they count as arriving
   * @throws NodeError `payload_too_large`, `insufficient_storage`, `shutting_down`, and what `store` throws
   */
  async take<T>(
    brought: Brought,
    user: string | undefined,
    store: (staged: StagedBlob) => Promise<T>,
  ): Promise<T> {
    const { blobs, arriving, maxBytes } = this.#options;
    const reservation = user === undefined ? undefined : arriving.reserve(user);
    const tooMuch = new AbortController();
    try {
      reservation?.announce(brought.sizeHint);
      const staged = await blobs.write(brought.source, {
        maxBytes,
        sizeHint: brought.sizeHint,
        isGuests: user !== undefined && isGuest(user),
        signal: AbortSignal.any([brought.signal, tooMuch.signal]),
        onProgress: (bytes) => {
          brought.onProgress?.(bytes);
          try {
            reservation?.growTo(bytes);
          } catch (error) {
            tooMuch.abort(error);
          }
        },
      });
      reservation?.set(staged.size);
      return await store(staged);
    } finally {
      reservation?.close();
    }
  }
}
