import type { Writable } from 'node:stream';
import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import { Output } from '../read/output.ts';
import { blockSize, type StoredBlob } from '../store/blob-types.ts';
import { blocksOf, type SegmentReading } from './segment-reads.ts';

/** Small enough that a slow receiver does not count as one that reads nothing; see `UnsentLimit`. */
const pieceSize = 64 * 1024;

/**
 * Sends verified blocks of a range while the next one is being read, and ends `out`.
 * @throws NodeError as `blocksOf`; `out` is destroyed if something was sent
 */
export async function sendSegments(
  out: Writable,
  blob: StoredBlob,
  reading: SegmentReading,
  range: ByteRange,
): Promise<void> {
  const output = new Output(out);
  const first = Math.floor(range.start / blockSize);
  const blocks = blocksOf(reading, blob, first, Math.floor(range.end / blockSize));
  let next = blocks.next();
  try {
    for (let index = first; ; index += 1) {
      const { value: block, done } = await next;
      if (done) break;
      next = blocks.next();
      next.catch(() => {});
      const base = index * blockSize;
      const wanted = block.subarray(Math.max(0, range.start - base), range.end + 1 - base);
      for (let at = 0; at < wanted.length; at += pieceSize) {
        if (!(await output.write(wanted.subarray(at, at + pieceSize)))) return;
      }
    }
    output.end();
  } catch (error) {
    if (output.begun) output.destroy();
    throw error;
  } finally {
    await blocks.return(undefined).catch(() => {});
  }
}
