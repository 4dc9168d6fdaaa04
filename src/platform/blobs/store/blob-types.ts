import type { Readable } from 'node:stream';

/** Bytes that one stored CRC-32 covers; the last block of a blob may be shorter. */
export const blockSize = 512 * 1024;

/** Data of a stored blob, sufficient to read it and detect damage. */
export interface StoredBlob {
  /** SHA-256 of the bytes, 32 bytes; also the name of the file. */
  sha256: Buffer;
  /** Bytes. */
  size: number;
  /** CRC-32 of each block of `blockSize` bytes, uint32 little-endian. */
  checksums: Buffer;
}

/** Whether a reader verifies each block before it returns any byte of it, or its caller authenticates the bytes. */
export type Verified = 'verified' | 'unverified';

export interface WriteOptions {
  /** More bytes than this are refused (`payload_too_large`). */
  maxBytes: number;
  /** Size announced by the sender, if any; it may be false. */
  sizeHint?: number | undefined;
  /** Whether it is for a user other than the owner, who may not use the owner's share of the disk. */
  isForGuest?: boolean;
  /** Aborting rejects the write with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes that have arrived so far, at most once for each chunk of the source. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/**
 * `maxBytes` and `onProgress` are about the whole file, `sizeHint` about the part. Throwing in `onProgress` refuses the
 * part; aborting interrupts it.
 */
export interface PartOptions extends WriteOptions {
  /** Offset of the part in the file, in bytes; the file is truncated there first. */
  start: number;
  /** Final check of the part's SHA-256; throwing refuses the part. */
  check?: ((sha256: Buffer) => void) | undefined;
  /** Whether to return the part's SHA-256. */
  isHashed?: boolean;
}

export interface ReceivedPart {
  /** Synced bytes of the file. */
  size: number;
  /** Hash of the bytes of the part as they arrived, if requested. */
  sha256?: Buffer;
  /** Writes the rows of the store for the part; called within the command that grows the upload. See `StagedBlob`. */
  record?(): void;
  /** Why the part was interrupted, if it was: the source's error, or the signal's reason. */
  brokenOff?: { reason: unknown };
}

/** Source of the bytes of a blob. A stream is never destroyed, so that its owner can still respond. */
export type BlobSource = Readable | AsyncIterable<Uint8Array>;

/** A complete, synced blob that is not stored yet: the caller must call exactly one of `commit` and `discard`. */
export interface StagedBlob extends StoredBlob {
  /** The first bytes, at most 512, for detecting the media type. */
  head: Buffer;
  /** Stores and syncs the blob under its hash, replacing a file, which may be damaged. */
  commit(): Promise<void>;
  /**
   * Writes the rows of the store for this blob; called after `commit`, within the command that adds the content. Absent
   * where a store has none.
   */
  record?(): void;
  /** Discards the blob and removes its file. */
  discard(): Promise<void>;
  /** Reverts `commit` of an unreferenced blob: it is removed, or an incomplete upload if it came in parts. */
  rollBack(): Promise<void>;
}

export interface VerifyOptions {
  /** Aborts the read within a file; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Maximum reading speed. Default: unlimited. */
  bytesPerSecond?: number | undefined;
}

/** Result of hashing a stored file again; `actual` is undefined when there is no file, empty when it is unreadable. */
export interface Verification {
  ok: boolean;
  actual: Buffer | undefined;
}

/** Space on the disk of the blobs, in bytes. */
export interface DiskUsage {
  free: number;
  total: number;
}

/** A damaged file that was moved to quarantine. */
export interface QuarantinedFile {
  /** Its expected SHA-256. */
  sha256: Buffer;
  /** Bytes. */
  size: number;
  /** In ms since the epoch. */
  quarantinedAt: number;
}
