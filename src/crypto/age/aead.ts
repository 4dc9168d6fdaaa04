import { createCipheriv, createDecipheriv, getCiphers } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';

/** ChaCha20-Poly1305 (RFC 8439), without additional data; keys of 32 bytes, nonces of 12. */
export interface Aead {
  /** @returns the encrypted bytes and their tag of 16 bytes, in a new buffer */
  encrypt(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array;
  /** @returns the plain bytes, in a new buffer, or undefined when a bit of `encrypted` is wrong */
  decrypt(key: Uint8Array, nonce: Uint8Array, encrypted: Uint8Array): Uint8Array | undefined;
}

export const tagSize = 16;
const algorithm = 'chacha20-poly1305';

/** Implementation of OpenSSL in Node. */
export const nativeAead: Aead = {
  encrypt(key, nonce, plain) {
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagSize });
    const encrypted = Buffer.allocUnsafeSlow(plain.length + tagSize);
    encrypted.set(cipher.update(plain));
    cipher.final();
    encrypted.set(cipher.getAuthTag(), plain.length);
    return encrypted;
  },
  decrypt(key, nonce, encrypted) {
    if (encrypted.length < tagSize) return undefined;
    const end = encrypted.length - tagSize;
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagSize });
    decipher.setAuthTag(encrypted.subarray(end));
    const plain = decipher.update(encrypted.subarray(0, end));
    try {
      decipher.final();
    } catch {
      return undefined;
    }
    return plain;
  },
};

/** Implementation in JavaScript for Electron, whose BoringSSL does not offer this cipher. Ten times slower. */
export const portableAead: Aead = {
  encrypt: (key, nonce, plain) => chacha20poly1305(key, nonce).encrypt(plain),
  decrypt(key, nonce, encrypted) {
    if (encrypted.length < tagSize) return undefined;
    try {
      return chacha20poly1305(key, nonce).decrypt(encrypted);
    } catch {
      return undefined;
    }
  },
};

export const aead = getCiphers().includes(algorithm) ? nativeAead : portableAead;
