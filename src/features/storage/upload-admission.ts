import { isGuest } from '../../core/caller.ts';
import type { BlobStore } from '../../platform/blobs/store/blob-store.ts';
import type { StagedBlob } from '../../platform/blobs/store/blob-types.ts';
import type { ByteAdmission, IncomingBytes } from '../content/index.ts';
import type { UploadReservations } from './upload-reservations.ts';

export interface UploadAdmissionOptions {
  blobs: Pick<BlobStore, 'write'>;
  reservations: UploadReservations;
  /** Larger files are refused. */
  maxBytes: number;
}

/** Writes incoming bytes to the disk; they count against the limits of a user until they are stored or discarded. */
export class UploadAdmission implements ByteAdmission {
  readonly #options: UploadAdmissionOptions;

  constructor(options: UploadAdmissionOptions) {
    this.#options = options;
  }

  /**
   * Writes bytes to the disk, and calls `store` while their space is reserved.
   * @param user undefined where the bytes replace stored ones, which needs no space
   * @throws NodeError `payload_too_large`, `insufficient_storage`, `shutting_down`, and the errors of `store`
   */
  async admit<T>(
    bytes: IncomingBytes,
    user: string | undefined,
    store: (staged: StagedBlob) => Promise<T>,
  ): Promise<T> {
    const { blobs, reservations, maxBytes } = this.#options;
    const reservation = user === undefined ? undefined : reservations.reserve(user);
    try {
      reservation?.announce(bytes.sizeHint);
      const staged = await blobs.write(bytes.source, {
        maxBytes,
        sizeHint: bytes.sizeHint,
        isForGuest: user !== undefined && isGuest(user),
        signal: bytes.signal,
        onProgress: (arrived) => {
          bytes.onProgress?.(arrived);
          reservation?.growTo(arrived);
        },
      });
      reservation?.set(staged.size);
      return await store(staged);
    } finally {
      reservation?.close();
    }
  }
}
