/**
 * Splits a stream into chunks of `size` bytes. The last one is marked; it may be shorter, and is empty for an empty
 * stream. The memory of a chunk is reused for the next one.
 */
export async function* cutIntoChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Uint8Array; last: boolean }> {
  const held = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  for await (let piece of source) {
    while (piece.length > 0) {
      // A full chunk is held until more bytes arrive, because it may be the last.
      if (filled === size) {
        yield { bytes: held, last: false };
        filled = 0;
      }
      if (filled === 0 && piece.length > size) {
        yield { bytes: piece.subarray(0, size), last: false };
        piece = piece.subarray(size);
        continue;
      }
      const taken = piece.subarray(0, size - filled);
      held.set(taken, filled);
      filled += taken.length;
      piece = piece.subarray(taken.length);
    }
  }
  yield { bytes: held.subarray(0, filled), last: true };
}
