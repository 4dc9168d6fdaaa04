import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aead, loadSodiumAead, nativeAead } from '../../../src/crypto/age/aead.ts';

const sodiumAead = loadSodiumAead();
const ciphers = { native: nativeAead, sodium: sodiumAead };

test('uses the cipher of Node.js', () => {
  expect(aead).toBe(nativeAead);
});

test('gives the same ciphertexts with Node.js and libsodium', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(65_535, 65_536)), (size) => {
      const [key, nonce, plain] = [randomBytes(32), randomBytes(12), randomBytes(size)];
      const ciphertext = Buffer.from(nativeAead.encrypt(key, nonce, plain));
      expect(ciphertext.equals(sodiumAead.encrypt(key, nonce, plain))).toBe(true);
      expect(plain.equals(sodiumAead.decrypt(key, nonce, ciphertext) ?? randomBytes(1))).toBe(true);
      expect(plain.equals(nativeAead.decrypt(key, nonce, ciphertext) ?? randomBytes(1))).toBe(true);
    }),
  );
});

describe.each(Object.entries(ciphers))('the %s cipher', (_name, cipher) => {
  const hex = (text: string) => Buffer.from(text, 'hex');

  test('decrypts the example of RFC 8439, 2.8.2, without its additional data', () => {
    const key = hex('808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f');
    const ciphertext = cipher.encrypt(
      key,
      hex('070000004041424344454647'),
      Buffer.from('Ladies and Gentlemen of the class'),
    );
    expect(Buffer.from(ciphertext).toString('hex', 0, 33)).toBe(
      'd31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63d',
    );
  });

  test('rejects every altered bit, other keys and nonces, and short input', () => {
    const [key, nonce, plain] = [randomBytes(32), randomBytes(12), randomBytes(40)];
    const ciphertext = cipher.encrypt(key, nonce, plain);
    for (let bit = 0; bit < ciphertext.length * 8; bit++) {
      const altered = Buffer.from(ciphertext);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(cipher.decrypt(key, nonce, altered)).toBeUndefined();
    }
    for (let size = 0; size < ciphertext.length; size++) {
      expect(cipher.decrypt(key, nonce, ciphertext.subarray(0, size))).toBeUndefined();
    }
    expect(cipher.decrypt(randomBytes(32), nonce, ciphertext)).toBeUndefined();
    expect(cipher.decrypt(key, randomBytes(12), ciphertext)).toBeUndefined();
  });
});
