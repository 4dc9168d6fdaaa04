/** `transfer` came with V8 11.4: Node 21, Electron 25. */
type Detachable = ArrayBufferLike & { transfer?: (length: number) => ArrayBuffer };

/**
 * Gives the memory of a buffer back at once; nobody may use it any more. Left to the garbage collector, which hardly
 * sees it, such memory piles up to 100 MiB. A buffer that is only a part of its memory is left alone.
 */
export function freeAtOnce(bytes: Buffer): void {
  const memory: Detachable = bytes.buffer;
  if (bytes.byteLength === memory.byteLength) memory.transfer?.(0);
}
