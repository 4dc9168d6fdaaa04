import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** `transfer` exists since V8 11.4 (Node 21, Electron 25). */
type Detachable = ArrayBufferLike & { transfer?: (length: number) => ArrayBuffer };

/**
 * Frees the memory of a buffer at once; nothing may use it afterwards. Without it, such memory grows to 100 MiB,
 * because the garbage collector barely accounts for it. Does nothing for a buffer that shares its memory.
 */
export function freeAtOnce(bytes: Buffer): void {
  const memory: Detachable = bytes.buffer;
  if (bytes.byteLength === memory.byteLength) memory.transfer?.(0);
}

/** Frees a chunk of a request that has no other reader; each chunk of a request has its own memory. */
export function freeChunk(source: Readable, chunk: Buffer): void {
  if (source instanceof IncomingMessage && source.listenerCount('data') <= 1) freeAtOnce(chunk);
}
