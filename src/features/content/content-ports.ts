import type { BlobSource, StagedBlob } from '../../platform/blobs/store/blob-types.ts';
import type { Content } from './content-cache.ts';

/** Bytes that a sender uploads. */
export interface IncomingBytes {
  source: BlobSource;
  /** Bytes, where the sender announced them. */
  sizeHint: number | undefined;
  signal: AbortSignal;
  /** Receives the number of bytes that have arrived so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** Writes incoming bytes to the disk within the limits of a user. */
export interface ByteAdmission {
  /** Calls `store` while the bytes count as reserved. */
  admit<T>(
    bytes: IncomingBytes,
    user: string | undefined,
    store: (staged: StagedBlob) => Promise<T>,
  ): Promise<T>;
}

/** Makes space for new contents. */
export interface SpaceProvider {
  /** Resolves when a user's reserved bytes fit; undefined: they do already. */
  makeSpace(user: string): Promise<void> | undefined;
}

/** Knows which copies are being read. */
export interface CopyReads {
  /** Notes that a copy is being read, and returns what ends that. */
  begin(content: Pick<Content, 'sha256' | 'number'>): () => void;
  isInUse(sha256: Buffer): boolean;
}

/** Knows which contents are for sale. */
export interface SaleStates {
  /** Returns the seller of a plain content that only its seller may read here. */
  restriction(sha256: Buffer): { user: string } | undefined;
  /** @throws NodeError `encrypting`, `licence_required` for a restricted content */
  refuseRestricted(sha256: Buffer): void;
  /** Returns what an encrypted content holds; undefined where it is not encrypted. */
  encrypted(sha256: Buffer): { contentType: string; keyHash: Buffer } | undefined;
  /** Returns a link by which a user reads a content; null where the user has no right to it. */
  linkIfAny(sha256: Buffer, user: string | undefined, baseUrl: string): string | null;
}
