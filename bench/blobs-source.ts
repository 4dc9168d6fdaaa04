import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

const chunk = randomBytes(64 * 1024);

/** Returns a stream of `size` bytes in chunks as from a socket, which takes almost no processor time. */
export function generated(size: number): Readable {
  let missing = size;
  return new Readable({
    highWaterMark: chunk.length,
    read() {
      const part = chunk.subarray(0, missing);
      missing -= part.length;
      this.push(part.length > 0 ? part : null);
    },
  });
}
