import { crc32 } from 'node:zlib';
import { blockSize } from './blob-types.ts';

export const bytesPerChecksum = 4;

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

/** Returns the checksums of a whole blob; see `BlockChecksums`. */
export function checksumsOf(bytes: Uint8Array): Buffer {
  const checksums = new BlockChecksums();
  checksums.update(bytes);
  return checksums.digest();
}
