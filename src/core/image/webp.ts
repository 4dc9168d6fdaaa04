import { littleEndian, nameAt } from './bytes.ts';
import type { ImageHeader } from './image-header.ts';

const animationFlag = 0x02;
/** Limit of chunks; no encoder writes more. */
const maxChunks = 10_000;

/** Reads a WebP (RFC 9649). */
export function readWebp(bytes: Uint8Array): ImageHeader | undefined {
  let width = 0;
  let height = 0;
  let isAnimated = false;
  let hasPicture = false;
  let at = 12;
  for (let chunks = 0; at + 8 <= bytes.length; chunks += 1) {
    if (chunks === maxChunks) return undefined;
    const type = nameAt(bytes, at);
    const size = sizes[type]?.(bytes, at + 8);
    if (size) {
      width = Math.max(width, size[0]);
      height = Math.max(height, size[1]);
    }
    hasPicture ||= type === 'VP8 ' || type === 'VP8L';
    isAnimated ||= type === 'ANIM' || type === 'ANMF';
    isAnimated ||= type === 'VP8X' && ((bytes[at + 8] ?? 0) & animationFlag) !== 0;
    const length = littleEndian(bytes, at + 4, 4);
    at += 8 + length + (length % 2);
  }
  return hasPicture || isAnimated ? { width, height, isAnimated } : undefined;
}

/** Reads the size of a chunk by its type. */
const sizes: Record<string, ((bytes: Uint8Array, at: number) => [number, number]) | undefined> = {
  'VP8 ': (bytes, at) => [littleEndian(bytes, at + 6, 2) & 0x3fff, littleEndian(bytes, at + 8, 2) & 0x3fff],
  VP8L: (bytes, at) => {
    const bits = littleEndian(bytes, at + 1, 4);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  },
  VP8X: (bytes, at) => [littleEndian(bytes, at + 4, 3) + 1, littleEndian(bytes, at + 7, 3) + 1],
};
