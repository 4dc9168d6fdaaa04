import type { ContentReader } from './stored-bytes.ts';

/**
 * Reads a whole content into memory and closes the reader; the caller limits the size.
 * @throws NodeError `content_damaged`
 */
export async function readWhole(reader: ContentReader): Promise<Buffer> {
  try {
    const bytes = Buffer.alloc(reader.size);
    let at = 0;
    while (at < bytes.length) {
      const piece = await reader.read(at, bytes.length - at);
      if (piece.length === 0) break;
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  } finally {
    await reader.close();
  }
}
