import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises';
import { blockSize } from '../store/blob-types.ts';
import { DirectFile } from './direct-file.ts';

/** Reading speed: bytes per second, or half of the disk's throughput. */
export type ReadRate = number | 'half';

/** A limited pace reads this many pieces per second. */
const piecesPerSecond = 8;
const smallestPiece = 4096;
/** Longest pause for the disk, in ms. */
const longestRestMs = 1000;

/**
 * Reads a whole file at a limited pace, without blocking the thread.
 * @param take gets the bytes in order; their memory is reused once it has ended
 * @throws the system's error, the signal's reason
 */
export async function readPaced(
  path: string,
  options: { pace: ReadRate; signal: AbortSignal },
  take: (bytes: Buffer) => Promise<void> | void,
): Promise<void> {
  const { pace, signal } = options;
  signal.throwIfAborted();
  const file = await DirectFile.open(path, pieceSize(pace));
  try {
    for (let position = 0; position < file.size; ) {
      const started = performance.now();
      const bytes = await file.read(position);
      signal.throwIfAborted();
      if (bytes.length === 0) return;
      await take(bytes);
      position += bytes.length;
      const pause = restAfter(bytes.length, performance.now() - started, pace);
      // A timer takes at least 1 ms.
      await (pause > 0 ? rest(pause, undefined, { signal }) : nextTurn(undefined, { signal }));
    }
  } finally {
    await file.close();
  }
}

const pieceSize = (pace: ReadRate): number =>
  pace === 'half'
    ? blockSize
    : Math.min(blockSize, Math.max(1, Math.floor(pace / piecesPerSecond / smallestPiece)) * smallestPiece);

const restAfter = (bytes: number, took: number, pace: ReadRate): number =>
  pace === 'half' ? Math.min(took, longestRestMs) : Math.max(0, (bytes / pace) * 1000 - took);
