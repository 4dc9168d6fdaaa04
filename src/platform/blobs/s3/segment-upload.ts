import { createHash } from 'node:crypto';
import type { BlobReader } from '../store/blob-store.ts';
import { blockSize, type StoredBlob } from '../store/blob-types.ts';
import type { S3Client } from './s3-client.ts';
import { newSegmentKey, type Segment, type SegmentIndex, segmentSize } from './segments.ts';

/** Copies a blob into new segments. Every block is verified when it is read. */
export async function uploadSegments(
  options: { client: S3Client; index: SegmentIndex; open: () => Promise<BlobReader> },
  blob: StoredBlob,
  signal: AbortSignal,
): Promise<Segment[]> {
  const count = Math.max(1, Math.ceil(blob.size / segmentSize));
  const segments = Array.from({ length: count }, (_, position) => ({
    key: newSegmentKey(),
    size: Math.min(segmentSize, blob.size - position * segmentSize),
  }));
  await options.index.announce(segments.map(({ key }) => key));
  const reader = await options.open();
  try {
    for (const [position, { key, size }] of segments.entries()) {
      const read = () => piecesOf(reader, position * segmentSize, size);
      const sha256 = count === 1 ? blob.sha256 : await hashOf(read());
      await options.client.put(key, { size, sha256, read }, signal);
      signal.throwIfAborted();
    }
  } finally {
    await reader.close();
  }
  return segments;
}

async function* piecesOf(reader: BlobReader, start: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += blockSize) {
    // Copied, because the reader reuses its memory while the socket still holds it.
    yield Buffer.from(await reader.read(start + done, Math.min(blockSize, size - done)));
  }
}

/** Returns the SHA-256 of bytes. */
export async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest();
}
