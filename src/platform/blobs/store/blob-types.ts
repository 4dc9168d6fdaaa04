import type { Readable } from 'node:stream';

/** Bytes that one stored CRC-32 covers; the last block of a blob may be shorter. */
export const blockSize = 512 * 1024;

/** What is known of a stored blob: enough to read it and to notice damage. */
export interface StoredBlob {
  /** SHA-256 of the bytes, 32 bytes; also the name of the file. */
  sha256: Buffer;
  /** Bytes. */
  size: number;
  /** CRC-32 of each block of `blockSize` bytes, uint32 little-endian. */
  checksums: Buffer;
}

/** A part of a blob; both ends count, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface WriteOptions {
  /** More bytes than this are refused (`payload_too_large`). */
  maxBytes: number;
  /** Number of bytes that the sender has announced, if it has; it may lie. */
  sizeHint?: number | undefined;
  /** Whether it is for another user than the owner: then the owner's share of the disk stays free. */
  isGuests?: boolean;
  /** Aborting rejects the write with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes that have arrived so far, at most once for each chunk of the source. */
  onProgress?: ((bytes: number) => void) | undefined;
}

export interface PartOptions {
  /** Where the part begins in the file, in bytes; what lies behind is taken away first. */
  start: number;
  /** A file larger than this is refused (`payload_too_large`). */
  maxBytes: number;
  /** Number of bytes that the sender has announced for this part, if it has; it may lie. */
  sizeHint?: number | undefined;
  /** Whether it is for another user than the owner: then the owner's share of the disk stays free. */
  isGuests?: boolean;
  /** Aborting breaks the part off. */
  signal?: AbortSignal | undefined;
  /** Called with the size that the file is growing to, before it does; throwing refuses the part. */
  onProgress?: ((bytes: number) => void) | undefined;
  /** Last look at the SHA-256 of the part; throwing refuses it. */
  check?: ((sha256: Buffer) => void) | undefined;
}

/** What became of a part. */
export interface ReceivedPart {
  /** Bytes of the file that are durable now. */
  size: number;
  /** Why the part ended early, if it did: the source's error, or the signal's reason. */
  brokenOff?: { reason: unknown };
}

/** Where the bytes of a blob come from. A stream is never destroyed, so that its owner can still answer. */
export type BlobSource = Readable | AsyncIterable<Uint8Array>;

/** A blob that is whole and on disk but not stored yet: exactly one of `commit` and `discard` must follow. */
export interface StagedBlob extends StoredBlob {
  /** The first bytes, at most 512, to tell its type from. */
  head: Buffer;
  /**
   * Stores the blob durably under its hash. It replaces a file of the same hash, so storing again repairs damage.
   * @returns whether that hash was stored before.
   */
  commit(): Promise<{ alreadyStored: boolean }>;
  /** Forgets the blob; nothing stays on disk. */
  discard(): Promise<void>;
  /** Takes `commit` back where nothing refers to the blob: it is gone, or unfinished again if it came in parts. */
  withdraw(): Promise<void>;
}

export interface VerifyOptions {
  /** Ends it in the middle of a file: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How fast the file is read at most. Default: as fast as it goes. */
  bytesPerSecond?: number | undefined;
}

/** What re-hashing a stored file says; `actual` is undefined when there is no file, empty when it can't be read. */
export interface Verification {
  ok: boolean;
  actual: Buffer | undefined;
}

/** Room on the disk that holds the blobs, in bytes. */
export interface DiskUsage {
  free: number;
  total: number;
}

/** A damaged file that was taken out of what is stored. */
export interface QuarantinedFile {
  /** What its SHA-256 was. */
  sha256: Buffer;
  /** Bytes. */
  size: number;
  /** In ms since the epoch. */
  quarantinedAt: number;
}
