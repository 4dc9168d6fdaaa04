import { createHmac, hkdfSync } from 'node:crypto';

/** HKDF-SHA-256 (RFC 5869); 32 bytes. */
export const deriveKey = (secret: Uint8Array, salt: Uint8Array, info: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, 32));

/** The MAC of a header: only who has the file key can make one. */
export const headerMac = (fileKey: Uint8Array, signed: Uint8Array): Buffer =>
  createHmac('sha256', deriveKey(fileKey, new Uint8Array(), 'header'))
    .update(signed)
    .digest();
