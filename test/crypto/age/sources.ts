import type { AgeSource } from '../../../src/crypto/age/open-age.ts';

/** Bytes as from a network; the buffer of a chunk is reused for the next, as readers of files do. */
export async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const shared = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    shared.set(piece);
    yield shared.subarray(0, piece.length);
    shared.fill(0xee);
  }
}

/** A file of which any part can be read. */
export const inMemory = (bytes: Uint8Array): AgeSource => ({
  size: bytes.length,
  read: async (position, length) => bytes.slice(position, position + length),
});

export async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
