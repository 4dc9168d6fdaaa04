/** Returns a SHA-256 as a key for maps and locks: the shortest text without loss. */
export const hashKey = (sha256: Uint8Array): string => Buffer.from(sha256).toString('latin1');
