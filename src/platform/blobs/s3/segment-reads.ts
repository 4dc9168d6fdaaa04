import { NodeError, StorageUnavailableError } from '../../../core/node-error.ts';
import { checkBlock, lengthOfBlock } from '../read/block-check.ts';
import { blockSize, type StoredBlob } from '../store/blob-types.ts';
import { damaged } from '../store/disk-errors.ts';
import { isTemporary, pauseBefore, type S3Client } from './s3-client.ts';
import type { Segment } from './segments.ts';

const attempts = 3;

/** How the bytes of a blob are read. */
export interface SegmentReading {
  client: S3Client;
  segments: readonly Segment[];
  signal: AbortSignal;
}

/**
 * Reads the bytes from `start` to before `end` in chunks, one segment after the other, and continues after an
 * interruption of the connection.
 * @throws NodeError `content_not_found` for a missing segment, `content_damaged` for one that is too short, `too_busy`
 */
export async function* bytesOf(reading: SegmentReading, start: number, end: number): AsyncGenerator<Buffer> {
  let position = start;
  let failures = 0;
  while (position < end) {
    try {
      for await (const chunk of chunksOf(reading, position, end)) {
        position += chunk.length;
        failures = 0;
        yield chunk;
      }
    } catch (error) {
      reading.signal.throwIfAborted();
      if (error instanceof NodeError) throw error;
      failures += 1;
      if (failures === attempts || !isTemporary(error)) throw new StorageUnavailableError(error);
      await pauseBefore(failures + 1, reading.signal);
    }
  }
}

/** Reads from one segment, up to its end. */
async function* chunksOf(
  { client, segments, signal }: SegmentReading,
  position: number,
  end: number,
): AsyncGenerator<Buffer> {
  let base = 0;
  const segment = segments.find(({ size }) => {
    if (position < base + size) return true;
    base += size;
    return false;
  });
  if (!segment) throw damaged();
  const range = { start: position - base, end: Math.min(end - base, segment.size) - 1 };
  const object = await client.get(segment.key, range, signal);
  if (!object) throw new NodeError('content_not_found', 'storage.fileMissing');
  const wanted = range.end - range.start + 1;
  try {
    let left = Math.min(object.size, wanted);
    for await (const chunk of object.body as AsyncIterable<Buffer>) {
      if (left === 0) break;
      yield chunk.subarray(0, left);
      left = Math.max(0, left - chunk.length);
    }
    if (left > 0) throw new Error('the store ended its answer early');
  } finally {
    object.body.destroy();
  }
  if (object.size !== wanted) throw damaged();
}

/**
 * Reads and verifies the blocks from `first` to `last`. The caller may keep each of them.
 * @throws NodeError as `bytesOf`, and `content_damaged` for a block that is wrong in two responses
 */
export async function* blocksOf(
  reading: SegmentReading,
  blob: StoredBlob,
  first: number,
  last: number,
): AsyncGenerator<Buffer> {
  let index = first;
  let isSecondTry = false;
  while (index <= last) {
    try {
      for await (const block of unverifiedBlocks(reading, blob, index, last)) {
        checkBlock(blob, index, block);
        index += 1;
        isSecondTry = false;
        yield block;
      }
    } catch (error) {
      if (isSecondTry || !(error instanceof NodeError) || error.code !== 'content_damaged') throw error;
      isSecondTry = true;
    }
  }
}

async function* unverifiedBlocks(
  reading: SegmentReading,
  blob: StoredBlob,
  first: number,
  last: number,
): AsyncGenerator<Buffer> {
  let index = first;
  let block = Buffer.allocUnsafeSlow(lengthOfBlock(blob, index));
  let filled = 0;
  const end = Math.min(blob.size, (last + 1) * blockSize);
  for await (const chunk of bytesOf(reading, first * blockSize, end)) {
    for (let taken = 0; taken < chunk.length; ) {
      const copied = chunk.copy(block, filled, taken);
      taken += copied;
      filled += copied;
      if (filled < block.length) continue;
      yield block;
      index += 1;
      block = Buffer.allocUnsafeSlow(lengthOfBlock(blob, index));
      filled = 0;
    }
  }
}
