import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { NodeError } from '../../../core/node-error.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { blockSize, type StagedBlob, type StoredBlob, type VerifyOptions } from '../store/blob-types.ts';
import { damaged } from '../store/disk-errors.ts';
import { blocksOf, bytesOf, type SegmentReading } from './segment-reads.ts';
import { sizeOf } from './segments.ts';

/** Pauses of a limited pace have at least this length, in ms. */
const minPauseMs = 50;

/** Writes a blob of the bucket to another store. @throws NodeError as `blocksOf` */
export async function downloadSegments(
  reading: SegmentReading,
  into: Pick<BlobStore, 'write'>,
  blob: StoredBlob,
): Promise<StagedBlob> {
  const blocks = blocksOf(reading, blob, 0, Math.ceil(blob.size / blockSize) - 1);
  const staged = await into.write(blocks, { maxBytes: blob.size, sizeHint: blob.size });
  if (staged.sha256.equals(blob.sha256)) return staged;
  await staged.discard();
  throw damaged();
}

/**
 * Hashes the bytes of segments, as far as they are there.
 * @returns undefined where a segment is missing
 * @throws NodeError `too_busy`, `shutting_down`; the signal's reason
 */
export async function hashSegments(
  reading: SegmentReading,
  { signal, bytesPerSecond = Number.POSITIVE_INFINITY }: VerifyOptions,
): Promise<Buffer | undefined> {
  const ending = signal ? AbortSignal.any([signal, reading.signal]) : reading.signal;
  const hash = createHash('sha256');
  const started = performance.now();
  let bytes = 0;
  try {
    ending.throwIfAborted();
    for await (const chunk of bytesOf({ ...reading, signal: ending }, 0, sizeOf(reading.segments))) {
      hash.update(chunk);
      bytes += chunk.length;
      const early = (bytes / bytesPerSecond) * 1000 - (performance.now() - started);
      if (early > minPauseMs) await delay(early, undefined, { signal: ending });
    }
  } catch (error) {
    ending.throwIfAborted();
    const code = error instanceof NodeError ? error.code : undefined;
    if (code === 'content_not_found') return undefined;
    if (code !== 'content_damaged') throw error;
  }
  return hash.digest();
}
