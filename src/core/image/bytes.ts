/** Reads an unsigned number, most significant byte first; bytes after the end count as 0. */
export function bigEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let n = 0; n < size; n += 1) value = value * 256 + (bytes[at + n] ?? 0);
  return value;
}

/** Reads an unsigned number, least significant byte first; bytes after the end count as 0. */
export function littleEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let n = size - 1; n >= 0; n -= 1) value = value * 256 + (bytes[at + n] ?? 0);
  return value;
}

/** Reads a name of `size` characters; it is shorter at the end of the bytes. */
export function nameAt(bytes: Uint8Array, at: number, size = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + size));
}
