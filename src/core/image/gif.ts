import { littleEndian } from './bytes.ts';
import type { ImageHeader } from './image-header.ts';

const trailer = 0x3b;
const extension = 0x21;
const picture = 0x2c;

/** Reads a GIF (GIF89a specification); it is animated if it has more than one picture. */
export function readGif(bytes: Uint8Array): ImageHeader | undefined {
  let width = littleEndian(bytes, 6, 2);
  let height = littleEndian(bytes, 8, 2);
  let pictures = 0;
  let at = 13 + colourTable(bytes[10] ?? 0);
  while (at < bytes.length && bytes[at] !== trailer) {
    if (bytes[at] === extension) {
      at = afterBlocks(bytes, at + 2);
    } else if (bytes[at] === picture) {
      pictures += 1;
      // Decoders enlarge the canvas to fit the picture.
      width = Math.max(width, littleEndian(bytes, at + 1, 2) + littleEndian(bytes, at + 5, 2));
      height = Math.max(height, littleEndian(bytes, at + 3, 2) + littleEndian(bytes, at + 7, 2));
      at = afterBlocks(bytes, at + 11 + colourTable(bytes[at + 9] ?? 0));
    } else {
      at += 1;
    }
  }
  return pictures === 0 ? undefined : { width, height, isAnimated: pictures > 1 };
}

const colourTable = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** Returns the end of the sub-blocks starting at `at`, including the empty last one. */
function afterBlocks(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < bytes.length && bytes[next] !== 0) next += 1 + (bytes[next] as number);
  return next + 1;
}
