import type { BlobSource, StagedBlob } from '../../platform/blobs/store/blob-types.ts';
import type { Content } from './content-cache.ts';

/** Bytes that a sender uploads. */
export interface IncomingBytes {
  source: BlobSource;
  /** The size in bytes that the sender announced, if any. */
  sizeHint: number | undefined;
  signal: AbortSignal;
  /** Receives the number of bytes that have arrived so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** Writes incoming bytes to disk within the limits of a user. */
export interface ByteAdmission {
  /** Writes the bytes and calls `store` while they count as reserved. */
  admit<T>(
    bytes: IncomingBytes,
    user: string | undefined,
    store: (staged: StagedBlob) => Promise<T>,
  ): Promise<T>;
}

/** Frees space for new contents. */
export interface SpaceProvider {
  /** Resolves when a user's reserved bytes fit; undefined: they fit already. */
  makeSpace(user: string): Promise<void> | undefined;
  /** Checks the limits of a user within the command that stores a content of this size. */
  checkStored(user: string, size: number): void;
}

/** Tracks which copies are being read. */
export interface CopyReads {
  /** Marks a copy as being read; returns a function that ends the mark. */
  begin(content: Pick<Content, 'sha256' | 'number'>): () => void;
  isInUse(sha256: Buffer): boolean;
}

/** Reports which contents are for sale. */
export interface SaleStates {
  /** Returns the seller of a restricted content; undefined where it is not restricted. */
  restriction(sha256: Buffer): { user: string } | undefined;
  /** Refuses access to a restricted content. @throws NodeError `encrypting`, `licence_required` */
  refuseRestricted(sha256: Buffer): void;
  /** Returns media type and key hash of an encrypted content; undefined where it is not encrypted. */
  encrypted(sha256: Buffer): { contentType: string; keyHash: Buffer } | undefined;
  /** Returns an access link for a user; null where the user has no right to the content. */
  linkIfAny(sha256: Buffer, user: string | undefined, baseUrl: string): string | null;
  /** Returns a link with which every page may load a content that is not sold. */
  pageLink(sha256: Buffer, baseUrl: string): string;
}
