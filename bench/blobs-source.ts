import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

const chunk = randomBytes(64 * 1024);

/** So many bytes in chunks as they come from a socket, at no cost of their own. */
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
