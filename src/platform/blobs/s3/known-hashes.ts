import { createHash, type Hash } from 'node:crypto';
import { damaged } from '../store/disk-errors.ts';

/** Consecutive bytes of a file; without a hash, there is nothing to compare them with. */
export interface KnownBytes {
  size: number;
  sha256: Buffer | undefined;
}

/**
 * Hashes consecutive ranges of bytes that are read from a disk.
 * @param known what the bytes must be, in ranges of any other sizes
 * @throws NodeError `content_damaged`
 */
export async function hashesOf(
  bytes: AsyncIterable<Uint8Array>,
  sizes: readonly number[],
  known: readonly KnownBytes[],
): Promise<Buffer[]> {
  const hashes = new RangeHashes(sizes);
  const compared = new RangeHashes(known.map(({ size }) => size));
  for await (const chunk of bytes) {
    hashes.update(chunk);
    compared.update(chunk);
  }
  const actual = compared.digests();
  if (known.some(({ sha256 }, at) => sha256 && !actual[at]?.equals(sha256))) throw damaged();
  return hashes.digests();
}

/** Hashes of consecutive ranges; bytes after the last one are left out. */
class RangeHashes {
  readonly #ranges: { left: number; hash: Hash }[];
  #current = 0;

  constructor(sizes: readonly number[]) {
    this.#ranges = sizes.map((size) => ({ left: size, hash: createHash('sha256') }));
  }

  update(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const range = this.#ranges[this.#current];
      if (!range) return;
      const taken = bytes.subarray(from, from + range.left);
      range.hash.update(taken);
      range.left -= taken.length;
      from += taken.length;
      if (range.left === 0) this.#current += 1;
    }
  }

  digests(): Buffer[] {
    return this.#ranges.map(({ hash }) => hash.digest());
  }
}
