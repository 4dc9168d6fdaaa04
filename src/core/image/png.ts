import { bigEndian, nameAt } from './bytes.ts';
import type { ImageHeader } from './image-header.ts';

const chunkFrame = 12;
/** Limit of chunks; no encoder writes more for a picture of the size of a cover. */
const maxChunks = 10_000;
const animationChunks = new Set(['acTL', 'fcTL', 'fdAT']);

/** Reads a PNG (W3C PNG, third edition). */
export function readPng(bytes: Uint8Array): ImageHeader | undefined {
  if (bigEndian(bytes, 8, 4) !== 13 || nameAt(bytes, 12) !== 'IHDR') return undefined;
  let isAnimated = false;
  let at = 8 + chunkFrame + 13;
  for (let chunks = 0; at < bytes.length; chunks += 1) {
    if (chunks === maxChunks) return undefined;
    const type = nameAt(bytes, at + 4);
    // Decoders disagree on which of two headers counts.
    if (type === 'IHDR') return undefined;
    if (type === 'IEND') break;
    isAnimated ||= animationChunks.has(type);
    at += chunkFrame + bigEndian(bytes, at, 4);
  }
  return { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4), isAnimated };
}
