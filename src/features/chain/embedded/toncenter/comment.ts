import type { Cell } from '@ton/core';

/** Returns the text comment of a message (operation 0, then snake format) as bytes, or undefined for other bodies. */
export function commentIn(body: Cell): Buffer | undefined {
  const start = body.beginParse();
  if (start.remainingBits < 32 || start.loadUint(32) !== 0) return undefined;
  const parts: Buffer[] = [];
  for (let slice = start; ; slice = slice.loadRef().beginParse()) {
    if (slice.remainingBits % 8 !== 0 || slice.remainingRefs > 1) return undefined;
    parts.push(slice.loadBuffer(slice.remainingBits / 8));
    if (slice.remainingRefs === 0) break;
  }
  return Buffer.concat(parts);
}
