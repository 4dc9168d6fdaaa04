import { decrypt } from './decrypt.ts';
import { type AgeAudience, encrypt } from './encrypt.ts';
import type { AgeKey } from './keys/decryption-key.ts';

/** Encrypts a small age file, e.g. of a key for another recipient. */
export const encryptBytes = (plain: Uint8Array, audience: AgeAudience): Promise<Buffer> =>
  collect(encrypt(once(plain), audience));

/** Decrypts a small age file completely, or throws an AgeError. */
export const decryptBytes = (file: Uint8Array, key: AgeKey): Promise<Buffer> =>
  collect(decrypt(once(file), key));

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
