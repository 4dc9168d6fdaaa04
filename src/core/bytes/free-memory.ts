import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** `transfer` came with V8 11.4: Node 21, Electron 25. */
type Detachable = ArrayBufferLike & { transfer?: (length: number) => ArrayBuffer };

/**
 * Frees the memory of a buffer at once; nothing may use it afterwards. The garbage collector barely accounts for such
 * memory, which would grow to 100 MiB. Ignores a buffer that is only a part of its memory.
 */
export function freeAtOnce(bytes: Buffer): void {
  const memory: Detachable = bytes.buffer;
  if (bytes.byteLength === memory.byteLength) memory.transfer?.(0);
}

/** Frees a chunk that its only reader needs no more, since a request makes each chunk anew. */
export function freeChunk(source: Readable, chunk: Buffer): void {
  if (source instanceof IncomingMessage && source.listenerCount('data') <= 1) freeAtOnce(chunk);
}
