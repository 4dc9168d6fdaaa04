import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { OpenedAge } from '../../crypto/age/open-age.ts';
import { Output } from '../../platform/blobs/read/output.ts';
import type { ByteRange } from '../../platform/blobs/store/blob-types.ts';
import { freeAtOnce } from '../../platform/blobs/store/free-memory.ts';

/** So long one reader holds up everything else, in ms; the cipher of Electron takes 0.8 for a piece. */
const mostMs = 0.5;

/**
 * Sends plain bytes and ends `out`; when that fails after it began, `out` is destroyed.
 * @throws AgeError, and what reading the file throws
 */
export async function sendDecrypted(
  out: Writable,
  opened: OpenedAge,
  range: ByteRange | undefined,
): Promise<void> {
  const output = new Output(out);
  let since = performance.now();
  try {
    for await (const piece of opened.read(range)) {
      if (!(await output.write(piece))) return;
      freeAtOnce(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      // A fast reader and the system's cache are waited for without the others' turn coming.
      if (performance.now() - since < mostMs) continue;
      await setImmediate();
      since = performance.now();
    }
    output.end();
  } catch (error) {
    if (output.begun) output.destroy();
    throw error;
  }
}
