import { createCipheriv, createDecipheriv, getCiphers } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';

/** ChaCha20-Poly1305 (RFC 8439), without additional data; keys of 32 bytes, nonces of 12. */
export interface Aead {
  /** @returns the encrypted bytes and their tag of 16 bytes, in memory of their own */
  seal(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array;
  /** @returns the plain bytes, in memory of their own, or undefined when a bit of `sealed` is wrong */
  open(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array | undefined;
}

export const tagSize = 16;
const algorithm = 'chacha20-poly1305';

/** OpenSSL's, of Node. */
export const nativeAead: Aead = {
  seal(key, nonce, plain) {
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagSize });
    const sealed = Buffer.allocUnsafeSlow(plain.length + tagSize);
    sealed.set(cipher.update(plain));
    cipher.final();
    sealed.set(cipher.getAuthTag(), plain.length);
    return sealed;
  },
  open(key, nonce, sealed) {
    if (sealed.length < tagSize) return undefined;
    const end = sealed.length - tagSize;
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagSize });
    decipher.setAuthTag(sealed.subarray(end));
    const plain = decipher.update(sealed.subarray(0, end));
    try {
      decipher.final();
    } catch {
      return undefined;
    }
    return plain;
  },
};

/** JavaScript, for Electron, whose BoringSSL does not offer this cipher. A tenth as fast. */
export const portableAead: Aead = {
  seal: (key, nonce, plain) => chacha20poly1305(key, nonce).encrypt(plain),
  open(key, nonce, sealed) {
    if (sealed.length < tagSize) return undefined;
    try {
      return chacha20poly1305(key, nonce).decrypt(sealed);
    } catch {
      return undefined;
    }
  },
};

export const aead = getCiphers().includes(algorithm) ? nativeAead : portableAead;
