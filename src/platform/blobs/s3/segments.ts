import { randomUUID } from 'node:crypto';
import type { Lease } from '../../../core/concurrency/leader.ts';
import { NodeError } from '../../../core/node-error.ts';

/** Largest size of a segment, in bytes. */
export const segmentSize = 64 * 1024 * 1024;

/** An object that holds a part of a blob. Objects never change, and no key is used twice. */
export interface Segment {
  key: string;
  /** Bytes. */
  size: number;
}

/** A segment of an upload in parts, whose blob is not known yet. */
export interface PartSegment extends Segment {
  /** Verified when another replica reads it, because checksums of its blocks are made in the end. */
  sha256: Buffer;
}

/** Remembers which segments make up each blob, durably and with the rows of contents. */
export interface SegmentIndex {
  /** Returns the segments of a blob in order; none where it is not in the bucket. */
  of(sha256: Uint8Array): readonly Segment[];
  /** Records keys before their objects are created, so that they are deleted a day later unless `set` follows. */
  announce(keys: readonly string[]): Promise<void>;
  /**
   * Makes announced segments those of a blob, within a command; the former ones are deleted a day later.
   * @param upload id of an upload to which some of them belong; its other segments are deleted a day later
   * @throws NodeError `too_busy` for segments that were announced over a day ago, whose objects may be deleted
   */
  set(sha256: Uint8Array, segments: readonly Segment[], upload?: string): void;
  /** Returns the segments of an unfinished upload in order. */
  ofUpload(id: string): readonly PartSegment[];
  /**
   * Makes announced segments those of an upload, within the command that grows it. Those that it no longer has are
   * deleted a day later.
   * @throws NodeError as `set`
   */
  setOfUpload(id: string, segments: readonly PartSegment[]): void;
  /** As `setOfUpload`, in a command of its own, for bytes that the upload has already. */
  keepOfUpload(id: string, segments: readonly PartSegment[]): Promise<void>;
  /** Removes the segments of a blob without a content, which are deleted a day later; returns whether there were any. */
  remove(sha256: Uint8Array): Promise<boolean>;
  /** Removes exactly these damaged segments of a blob, which are deleted 30 days later; returns false for others. */
  quarantine(sha256: Uint8Array, segments: readonly Segment[], lease?: Lease): Promise<boolean>;
  /** Removes the segments of blobs that have had no content for a day. */
  removeStrays(lease?: Lease): Promise<void>;
  /** Returns keys that have belonged to no blob for a day, and that none can claim from now on. */
  unused(limit: number, lease?: Lease): Promise<string[]>;
  /** Returns whether `unused` has had a key to return for this time in ms. */
  isOverdue(ms: number): boolean;
  /** Forgets keys whose objects were deleted. */
  deleted(keys: readonly string[], lease?: Lease): Promise<void>;
}

/** Returns a key that no object has had; the bucket’s prefix precedes it. */
export const newSegmentKey = (): string => {
  const id = randomUUID();
  return `seg/${id.slice(0, 2)}/${id}`;
};

/** Returns the segments with which both lists begin. */
export function commonStart<T extends Segment>(one: readonly T[], other: readonly T[]): T[] {
  const end = one.findIndex(({ key }, at) => key !== other[at]?.key);
  return one.slice(0, end < 0 ? one.length : end);
}

/** Returns the first segments that end at this size or before. */
export function segmentsWithin<T extends Segment>(segments: readonly T[], size: number): T[] {
  let end = 0;
  return segments.filter((segment) => {
    end += segment.size;
    return end <= size;
  });
}

export const sizeOf = (segments: readonly Pick<Segment, 'size'>[]): number =>
  segments.reduce((sum, { size }) => sum + size, 0);

/** Too many clients read from the bucket at once. */
export const tooManyReads = (): NodeError =>
  new NodeError('too_busy', 'storage.tooManyReads', { headers: { 'Retry-After': '5' } });
