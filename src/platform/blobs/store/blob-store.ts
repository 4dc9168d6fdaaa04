import type { Writable } from 'node:stream';
import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import type { Lease } from '../../../core/concurrency/leader.ts';
import type {
  BlobSource,
  DiskUsage,
  PartOptions,
  QuarantinedFile,
  ReceivedPart,
  StagedBlob,
  StoredBlob,
  Verification,
  Verified,
  VerifyOptions,
  WriteOptions,
} from './blob-types.ts';

/** Stores blobs by their SHA-256. The port that features use; `DiskBlobStore` implements it with files. */
export interface BlobStore {
  readonly partials: PartialStore;
  readonly quarantine: BlobQuarantine;

  /**
   * Receives and hashes the bytes of a source; `commit` of the result stores the blob. Attaches an error listener to
   * the source synchronously.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, `shutting_down`; the signal's reason; the source's
   * error
   */
  write(source: BlobSource, options: WriteOptions): Promise<StagedBlob>;

  /**
   * Sends a blob or a range of it and ends `out`. Every block is verified before any byte of it is sent. Resolves when
   * `out` has taken everything, or the receiver closed it. `out` must not use a chunk after its callback, as sockets,
   * HTTP responses and files do: its memory is reused.
   * @throws NodeError `content_not_found` or `content_damaged` when nothing was sent yet; otherwise `out` is destroyed
   * and the same error thrown.
   */
  sendTo(out: Writable, blob: StoredBlob, range?: ByteRange): Promise<void>;

  /** Opens a blob to read parts of it; the caller closes it. Throws NodeError `content_not_found`. */
  reader(blob: StoredBlob, verified: Verified): Promise<BlobReader>;

  has(sha256: Uint8Array): Promise<boolean>;

  /** Removes a blob and returns whether it existed. */
  delete(sha256: Uint8Array): Promise<boolean>;

  /** Hashes a blob again, past every cache; throws NodeError `shutting_down` or the signal's reason. */
  verify(sha256: Uint8Array, options?: VerifyOptions): Promise<Verification>;

  /**
   * Removes blobs without a row, left by a crash between commit and row. Blobs written since the store was opened stay,
   * because their rows may follow. Ends early when the store is closed, or `signal` is aborted.
   * @param areKnown returns for each hash of a batch whether something refers to it
   * @returns how many were removed
   */
  removeOrphans(
    areKnown: (hashes: Buffer[]) => boolean[] | Promise<boolean[]>,
    signal?: AbortSignal,
  ): Promise<number>;

  /** Returns the space on the disk to which arriving bytes are written. */
  usage(): Promise<DiskUsage>;
}

/** Reads parts of an open blob, one call at a time. */
export interface BlobReader {
  /**
   * @returns up to `length` bytes from the position; the next call reuses their memory, and `close` frees it
   * @throws NodeError `content_damaged`
   */
  read(position: number, length: number): Promise<Buffer>;
  /** Closes the blob after the read in progress. */
  close(): Promise<void>;
}

/**
 * Stores blobs that arrive in parts, also across restarts, by their upload ids. The caller records how many bytes of
 * each are acknowledged, and makes one call at a time for each id.
 */
export interface PartialStore {
  /** Whether other replicas can continue the uploads: their bytes are in a bucket, and files on this disk are copies. */
  readonly isReplicated: boolean;
  /**
   * Appends a part to the upload of that id; the first part creates it. Bytes are durable when it resolves. If a part
   * is interrupted, the bytes that arrived are kept, unless there is a `check`; a refused part is truncated. Attaches
   * an error listener to the source synchronously.
   * @throws NodeError `upload_not_found` when the upload has fewer bytes than `start`, `payload_too_large`,
   * `insufficient_storage`, `shutting_down`; what `check` and `onProgress` throw
   */
  append(id: string, source: BlobSource, options: PartOptions): Promise<ReceivedPart>;
  /** Completes the upload with its first `size` bytes; `commit` and `discard` remove it, errors do not. */
  stage(id: string, size: number): Promise<StagedBlob>;
  /** Truncates the upload to `size` bytes; returns false when it is shorter. */
  cut(id: string, size: number): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Turns a stored blob without references back into the upload of that id; returns false when there is none. */
  reclaim(id: string, sha256: Uint8Array): Promise<boolean>;
  /** Returns the ids of all uploads and their sizes in bytes. */
  list(): Promise<Map<string, number>>;
}

/** Quarantines damaged blobs, which nobody can read then. */
export interface BlobQuarantine {
  /**
   * Quarantines a blob if hashing it again finds it damaged; returns whether it did.
   * @param lease of the job that quarantines it, if any
   * @throws LeaseLostError
   */
  add(sha256: Buffer, lease?: Lease): Promise<boolean>;
  /** Returns the damaged blobs that are kept for inspection, newest first. */
  list(): Promise<QuarantinedFile[]>;
  /** Removes a damaged blob that was repaired or is no longer needed; returns whether there was one. */
  forget(sha256: Uint8Array): Promise<boolean>;
}
