import { createHmac, hkdfSync } from 'node:crypto';

/** Derives 32 bytes with HKDF-SHA-256 (RFC 5869). */
export const deriveKey = (secret: Uint8Array, salt: Uint8Array, info: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, 32));

/** Computes the MAC of a header, which proves knowledge of the file key. */
export const headerMac = (fileKey: Uint8Array, signed: Uint8Array): Buffer =>
  createHmac('sha256', deriveKey(fileKey, new Uint8Array(), 'header'))
    .update(signed)
    .digest();
