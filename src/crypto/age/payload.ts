import { aead, tagSize } from './aead.ts';
import { AgeError } from './age-error.ts';
import { deriveKey } from './derived-keys.ts';

/** Plain bytes of a chunk; only the last may have fewer, and only that of an empty file none. */
export const chunkSize = 64 * 1024;
export const encryptedChunkSize = chunkSize + tagSize;
/** Random bytes between the header and the first chunk. */
export const payloadNonceSize = 16;

/** Returns the encrypted size of the chunks of a payload. */
export const encryptedPayloadSize = (plainSize: number): number =>
  plainSize + tagSize * Math.max(1, Math.ceil(plainSize / chunkSize));

/** Returns the plain size of chunks of this encrypted size; throws AgeError `truncated` for an impossible one. */
export function plainPayloadSize(encrypted: number): number {
  const lastSize = encrypted % encryptedChunkSize || Math.min(encrypted, encryptedChunkSize);
  if (lastSize < tagSize || (lastSize === tagSize && encrypted > tagSize)) {
    throw new AgeError('truncated', 'This age file was cut off, or bytes follow its end.');
  }
  return encrypted - tagSize * Math.ceil(encrypted / encryptedChunkSize);
}

/** Encrypts and decrypts the chunks of one file independently. */
export class Payload {
  readonly #key: Uint8Array;
  readonly #nonce = Buffer.alloc(12);

  constructor(fileKey: Uint8Array, nonce: Uint8Array) {
    this.#key = deriveKey(fileKey, nonce, 'payload');
  }

  encrypt(chunk: Uint8Array, index: number, last: boolean): Uint8Array {
    return aead.encrypt(this.#key, this.#nonceOf(index, last), chunk);
  }

  /** @throws AgeError `altered_payload`, `truncated`, `trailing_data` */
  decrypt(encrypted: Uint8Array, index: number, last: boolean): Uint8Array {
    const chunk = aead.decrypt(this.#key, this.#nonceOf(index, last), encrypted);
    const empty = chunk?.length === 0 && index > 0;
    if (chunk && !empty) return chunk;
    const hasOtherEnd =
      !chunk && aead.decrypt(this.#key, this.#nonceOf(index, !last), encrypted) !== undefined;
    if (hasOtherEnd && last) {
      throw new AgeError('truncated', 'Whole chunks are missing at the end of this age file.');
    }
    if (hasOtherEnd) throw new AgeError('trailing_data', 'Bytes follow the end of this age file.');
    throw new AgeError('altered_payload', 'This age file was altered or cut off.');
  }

  /** Returns the chunk's index, big-endian, and a mark of the last one, so that none can be moved or removed. */
  #nonceOf(index: number, last: boolean): Buffer {
    this.#nonce.writeUIntBE(index, 5, 6);
    this.#nonce.writeUInt8(last ? 1 : 0, 11);
    return this.#nonce;
  }
}
