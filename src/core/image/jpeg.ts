import { bigEndian } from './bytes.ts';
import type { ImageHeader } from './image-header.ts';

const maxScans = 100;
/**
 * Usual number of scans: encoders make about ten. Decoders process the whole picture for each scan, so only small
 * pictures may have more.
 */
const usualScans = 16;
const maxScanned = usualScans * 8 * 1024 * 1024;

/** Baseline, extended and progressive, Huffman or arithmetic: the frames that browsers decode. */
const frames = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
/** Frames that browsers do not decode. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf]);
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Markers without a length: stuffed zeros, `TEM` and the restarts of a scan. */
const isBare = (marker: number): boolean =>
  marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Reads a JPEG (ITU-T T.81, annex B). */
export function readJpeg(bytes: Uint8Array): ImageHeader | undefined {
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  let at = 2;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff) {
      // Decoders skip bytes between segments, such as the coded data of a scan.
      at = bytes.indexOf(0xff, at);
      if (at < 0) break;
    } else if (marker === 0xff) {
      at += 1;
    } else if (isBare(marker)) {
      at += 2;
    } else if (marker === endOfImage) {
      break;
    } else {
      const length = bigEndian(bytes, at + 2, 2);
      if (marker === startOfImage || otherFrames.has(marker) || length < 2) return undefined;
      if (frames.has(marker)) {
        if (size) return undefined;
        size = { height: bigEndian(bytes, at + 5, 2), width: bigEndian(bytes, at + 7, 2) };
      }
      if (marker === startOfScan) scans += 1;
      if (scans > maxScans) return undefined;
      at += 2 + length;
    }
  }
  if (!size || (scans > usualScans && scans * size.width * size.height > maxScanned)) return undefined;
  return { ...size, isAnimated: false };
}
