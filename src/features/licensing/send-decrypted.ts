import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ByteRange } from '../../core/bytes/byte-range.ts';
import { freeAtOnce } from '../../core/bytes/free-memory.ts';
import type { OpenedAge } from '../../crypto/age/open-age.ts';
import { Output } from '../../platform/blobs/read/output.ts';

/** Limit in ms for which one reader blocks the event loop. */
const maxMs = 0.5;

/**
 * Sends plain bytes and ends `out`; destroys `out` if sending fails after it began. Reads and decrypts the next piece
 * while one is being sent.
 * @throws AgeError, and the errors of reading the file
 */
export async function sendDecrypted(
  out: Writable,
  opened: OpenedAge,
  range: ByteRange | undefined,
): Promise<void> {
  const output = new Output(out);
  let since = performance.now();
  let sending = Promise.resolve(true);
  try {
    for await (const piece of opened.read(range)) {
      if (!(await sending)) return;
      sending = sendAndFree(output, piece);
      // Reads from the system's cache and writes to a fast reader do not let other work run.
      if (performance.now() - since < maxMs) continue;
      await setImmediate();
      since = performance.now();
    }
    if (await sending) output.end();
  } catch (error) {
    if (output.begun) output.destroy();
    throw error;
  }
}

async function sendAndFree(output: Output, piece: Uint8Array): Promise<boolean> {
  const isSent = await output.write(piece);
  if (isSent) freeAtOnce(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  return isSent;
}
