import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import { blockSize } from '../store/blob-types.ts';
import { damaged } from '../store/disk-errors.ts';
import type { BlockReader } from './block-reader.ts';
import type { Output } from './output.ts';

/** Buffers for `sendBlocks`: one block being sent, one verified and waiting, one being read. */
export const buffersForSending = 3;

/** Memory of a reader when too many others are active. */
const pieceSize = 64 * 1024;

/**
 * Sends a range through reused buffers; each block is verified before it is sent.
 * @param buffers `buffersForSending` of them, or as many as the range has blocks
 * @returns false when the receiver closed the connection
 * @throws NodeError `content_damaged`
 */
export async function sendBlocks(
  reader: BlockReader,
  output: Output,
  range: ByteRange,
  buffers: Buffer[],
): Promise<boolean> {
  const [first, last] = blocksOf(range);
  const startReading = (index: number) => {
    const reading = reader.read(index, buffers[index % buffers.length] ?? Buffer.alloc(blockSize));
    reading.catch(() => {});
    return reading;
  };
  let reading = startReading(first);
  let sending = Promise.resolve(true);
  try {
    for (let index = first; index <= last; index += 1) {
      const block = await reading;
      if (index < last) reading = startReading(index + 1);
      reader.check(index, block);
      if (!(await sending)) return false;
      const base = index * blockSize;
      sending = output.write(block.subarray(Math.max(0, range.start - base), range.end + 1 - base));
    }
    return await sending;
  } finally {
    await Promise.allSettled([reading]);
  }
}

/** Does the same with one small buffer, and reads everything twice. */
export async function sendPieces(reader: BlockReader, output: Output, range: ByteRange): Promise<boolean> {
  const [first, last] = blocksOf(range);
  const buffer = Buffer.allocUnsafeSlow(pieceSize);
  for (let index = first; index <= last; index += 1) {
    await reader.checkInPieces(index, buffer);
    const end = Math.min(range.end + 1, (index + 1) * blockSize);
    let position = Math.max(range.start, index * blockSize);
    while (position < end) {
      const piece = await reader.piece(position, end - position, buffer);
      if (piece.length === 0) throw damaged();
      if (!(await output.write(piece))) return false;
      position += piece.length;
    }
  }
  return true;
}

const blocksOf = ({ start, end }: ByteRange): [number, number] => [
  Math.floor(start / blockSize),
  Math.floor(end / blockSize),
];
