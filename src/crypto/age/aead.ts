import { createCipheriv, createDecipheriv, createSecretKey, getCiphers, type KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';

/**
 * ChaCha20-Poly1305 (RFC 8439), without additional data; keys of 32 bytes, which must not change after their first use,
 * and nonces of 12.
 */
export interface Aead {
  /** @returns the encrypted bytes and their tag of 16 bytes, in a new buffer */
  encrypt(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array;
  /** @returns the plain bytes, in a new buffer, or undefined when a bit of `encrypted` is wrong */
  decrypt(key: Uint8Array, nonce: Uint8Array, encrypted: Uint8Array): Uint8Array | undefined;
}

export const tagSize = 16;
const algorithm = 'chacha20-poly1305';

/** Key objects by their bytes, because Node takes 10 µs to make one for each call. */
const keyObjects = new WeakMap<Uint8Array, KeyObject>();

function keyObjectOf(key: Uint8Array): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, known);
  return known;
}

/** Implementation of OpenSSL in Node. */
export const nativeAead: Aead = {
  encrypt(key, nonce, plain) {
    const cipher = createCipheriv(algorithm, keyObjectOf(key), nonce, { authTagLength: tagSize });
    const encrypted = Buffer.allocUnsafeSlow(plain.length + tagSize);
    encrypted.set(cipher.update(plain));
    cipher.final();
    encrypted.set(cipher.getAuthTag(), plain.length);
    return encrypted;
  },
  decrypt(key, nonce, encrypted) {
    if (encrypted.length < tagSize) return undefined;
    const end = encrypted.length - tagSize;
    const decipher = createDecipheriv(algorithm, keyObjectOf(key), nonce, { authTagLength: tagSize });
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

/** The functions of the addon in sodium-native that are used here; they return less than 0 on failure. */
interface Sodium {
  crypto_aead_chacha20poly1305_ietf_encrypt(
    encrypted: Uint8Array,
    plain: Uint8Array,
    additional: undefined,
    nonce: Uint8Array,
    key: Uint8Array,
  ): number;
  crypto_aead_chacha20poly1305_ietf_decrypt(
    plain: Uint8Array,
    encrypted: Uint8Array,
    additional: undefined,
    nonce: Uint8Array,
    key: Uint8Array,
  ): number;
}

/** Loads the implementation of libsodium, for Electron, whose BoringSSL does not offer this cipher. */
export function loadSodiumAead(): Aead {
  // Loads the addon itself, because the package loads it through seventeen other modules.
  const addon = `sodium-native/prebuilds/${process.platform}-${process.arch}/sodium-native.node`;
  const sodium: Sodium = createRequire(import.meta.url)(addon);
  return {
    encrypt(key, nonce, plain) {
      const encrypted = Buffer.allocUnsafeSlow(plain.length + tagSize);
      if (sodium.crypto_aead_chacha20poly1305_ietf_encrypt(encrypted, plain, undefined, nonce, key) < 0) {
        throw new Error('libsodium could not encrypt');
      }
      return encrypted;
    },
    decrypt(key, nonce, encrypted) {
      if (encrypted.length < tagSize) return undefined;
      const plain = Buffer.allocUnsafeSlow(encrypted.length - tagSize);
      const result = sodium.crypto_aead_chacha20poly1305_ietf_decrypt(
        plain,
        encrypted,
        undefined,
        nonce,
        key,
      );
      return result < 0 ? undefined : plain;
    },
  };
}

export const aead = getCiphers().includes(algorithm) ? nativeAead : loadSodiumAead();
