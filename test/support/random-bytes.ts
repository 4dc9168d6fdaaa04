import { randomBytes as anyBytes, randomFillSync } from 'node:crypto';

/**
 * A content that no other content equals. Its first byte is not random: one content in a thousand would begin like a
 * document or a picture, and get the media type of one.
 */
export function randomBytes(size: number): Buffer<ArrayBuffer> {
  return randomFillSync(Buffer.alloc(size, 1), Math.min(size, 1));
}

/** A key or a hash. */
export function randomKey(size = 32): Buffer<ArrayBuffer> {
  return anyBytes(size);
}
