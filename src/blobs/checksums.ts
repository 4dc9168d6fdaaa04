import { crc32 } from 'node:zlib';
import { blockSize } from './blob-types.ts';

const bytesPerChecksum = 4;

/** Makes the checksums of a blob (CRC-32 of each block, uint32 little-endian) while its bytes arrive. */
export class BlockChecksums {
  readonly #finished: number[] = [];
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

  #finishBlock(): void {
    this.#finished.push(this.#current);
    this.#current = 0;
    this.#filled = 0;
  }
}

/** The checksum that a block should have; undefined when none was kept for it. */
export function checksumOf(checksums: Buffer, block: number): number | undefined {
  const at = block * bytesPerChecksum;
  return at + bytesPerChecksum <= checksums.length ? checksums.readUInt32LE(at) : undefined;
}
