import { aead, tagSize } from './aead.ts';
import { AgeError } from './age-error.ts';
import { deriveKey } from './derived-keys.ts';

/** Plain bytes of a chunk; only the last may have fewer, and only that of an empty file none. */
export const chunkSize = 64 * 1024;
export const sealedChunkSize = chunkSize + tagSize;
/** Random bytes between the header and the first chunk. */
export const payloadNonceSize = 16;

/** Bytes that a payload's chunks take. */
export const sealedSize = (plainSize: number): number =>
  plainSize + tagSize * Math.max(1, Math.ceil(plainSize / chunkSize));

/**
 * The other way round.
 * @throws AgeError `truncated` for a size that no payload has
 */
export function openedSize(sealed: number): number {
  const lastSize = sealed % sealedChunkSize || Math.min(sealed, sealedChunkSize);
  if (lastSize < tagSize || (lastSize === tagSize && sealed > tagSize)) {
    throw new AgeError('truncated', 'This age file was cut off, or bytes follow its end.');
  }
  return sealed - tagSize * Math.ceil(sealed / sealedChunkSize);
}

/** Seals and opens the chunks of one file, each by itself. */
export class Payload {
  readonly #key: Uint8Array;
  readonly #nonce = Buffer.alloc(12);

  constructor(fileKey: Uint8Array, nonce: Uint8Array) {
    this.#key = deriveKey(fileKey, nonce, 'payload');
  }

  seal(chunk: Uint8Array, index: number, last: boolean): Uint8Array {
    return aead.seal(this.#key, this.#nonceOf(index, last), chunk);
  }

  /** @throws AgeError `altered_payload`, `truncated`, `trailing_data` */
  open(sealed: Uint8Array, index: number, last: boolean): Uint8Array {
    const chunk = aead.open(this.#key, this.#nonceOf(index, last), sealed);
    const empty = chunk?.length === 0 && index > 0;
    if (chunk && !empty) return chunk;
    const endsElsewhere = !chunk && aead.open(this.#key, this.#nonceOf(index, !last), sealed) !== undefined;
    if (endsElsewhere && last) {
      throw new AgeError('truncated', 'Whole chunks are missing at the end of this age file.');
    }
    if (endsElsewhere) throw new AgeError('trailing_data', 'Bytes follow the end of this age file.');
    throw new AgeError('altered_payload', 'This age file was altered or cut off.');
  }

  /** The chunk's index, big-endian, and whether it is the last: chunks can be neither moved nor left out. */
  #nonceOf(index: number, last: boolean): Buffer {
    this.#nonce.writeUIntBE(index, 5, 6);
    this.#nonce.writeUInt8(last ? 1 : 0, 11);
    return this.#nonce;
  }
}
