import { crc32 } from 'node:zlib';
import { blockSize, type StoredBlob } from './blob-types.ts';
import { damaged } from './disk-errors.ts';

const bytesPerChecksum = 4;

/** Computes the checksums of a blob (CRC-32 of each block, uint32 little-endian) while its bytes arrive. */
export class BlockChecksums {
  #finished: number[] = [];
  #current = 0;
  #filled = 0;

  update(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      const part = rest.subarray(0, blockSize - this.#filled);
      this.#current = crc32(part, this.#current);
      this.#filled += part.length;
      if (this.#filled === blockSize) this.#finishBlock();
      rest = rest.subarray(part.length);
    }
  }

  digest(): Buffer {
    if (this.#filled > 0) this.#finishBlock();
    const checksums = Buffer.alloc(this.#finished.length * bytesPerChecksum);
    this.#finished.forEach((value, index) => {
      checksums.writeUInt32LE(value, index * bytesPerChecksum);
    });
    return checksums;
  }

  copy(): BlockChecksums {
    const copy = new BlockChecksums();
    copy.#finished = [...this.#finished];
    copy.#current = this.#current;
    copy.#filled = this.#filled;
    return copy;
  }

  #finishBlock(): void {
    this.#finished.push(this.#current);
    this.#current = 0;
    this.#filled = 0;
  }
}

export function checksumsOf(bytes: Uint8Array): Buffer {
  const checksums = new BlockChecksums();
  checksums.update(bytes);
  return checksums.digest();
}

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
