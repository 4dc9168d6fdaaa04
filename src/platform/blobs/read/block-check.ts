import { crc32 } from 'node:zlib';
import { blockSize, type StoredBlob } from '../store/blob-types.ts';
import { bytesPerChecksum } from '../store/checksums.ts';
import { damaged } from '../store/disk-errors.ts';

/** Returns the length of one block of a blob, in bytes. */
export const lengthOfBlock = (blob: StoredBlob, index: number): number =>
  Math.max(0, Math.min(blockSize, blob.size - index * blockSize));

/** @throws NodeError `content_damaged` */
export const checkBlock = (blob: StoredBlob, index: number, block: Uint8Array): void =>
  checkParts(blob, index, block.length, crc32(block));

/** Does the same for a block read in pieces, from their total length and CRC-32. */
export function checkParts(blob: StoredBlob, index: number, length: number, checksum: number): void {
  const at = index * bytesPerChecksum;
  const known = at + bytesPerChecksum <= blob.checksums.length;
  const expected = known ? blob.checksums.readUInt32LE(at) : crc32('');
  if (length !== lengthOfBlock(blob, index) || checksum !== expected) throw damaged();
}
