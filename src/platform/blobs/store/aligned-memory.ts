/** Positions, lengths and memory at multiples of this are aligned for direct I/O on every common disk. */
export const diskAlignment = 4096;

/** Returns memory for direct I/O: a resizable buffer has whole pages of its own. */
export const alignedMemory = (length: number): ArrayBuffer =>
  new ArrayBuffer(length, { maxByteLength: length });
