import { AgeError } from './age-error.ts';
import { type AgeKey, endsInHeader, maxStartBytes, openPayload } from './keys/decryption-key.ts';
import { chunkSize, encryptedChunkSize, type Payload, plainPayloadSize } from './payload.ts';

export interface AgeSource {
  /** Bytes of the file. */
  size: number;
  /** @returns exactly `length` bytes of the file, in memory that is not written to again */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** Both ends are inclusive, as in HTTP. */
interface ByteRange {
  start: number;
  end: number;
}

export interface OpenedAge {
  /** Plain bytes. */
  readonly size: number;
  /**
   * Returns plain bytes, in pieces with their own buffers. Each is authenticated before it is returned.
   * @param range all without one
   * @throws AgeError when the file has changed since it was opened
   */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

const chunksAtOnce = 4;

/**
 * Opens an age file for random access. Authenticates its header and end first, so that a file with missing or
 * additional bytes is refused before any byte is returned.
 * @throws AgeError
 */
export const openAge = async (source: AgeSource, key: AgeKey): Promise<OpenedAge> =>
  (await AgeDecryptor.of(source, key)).in(source);

/** Decrypts one unchanged age file repeatedly; holds the key of that file. */
export class AgeDecryptor {
  /** Plain bytes. */
  readonly size: number;
  readonly #payload: Payload;
  readonly #payloadAt: number;
  readonly #fileSize: number;
  readonly #lastIndex: number;

  private constructor(payload: Payload, payloadAt: number, fileSize: number) {
    this.size = plainPayloadSize(fileSize - payloadAt);
    this.#payload = payload;
    this.#payloadAt = payloadAt;
    this.#fileSize = fileSize;
    this.#lastIndex = Math.max(0, Math.ceil(this.size / chunkSize) - 1);
  }

  /** Authenticates the header and the end of a file; throws an AgeError. */
  static async of(source: AgeSource, key: AgeKey): Promise<AgeDecryptor> {
    const start = await readExactly(source, 0, Math.min(source.size, maxStartBytes));
    const unlocked = await openPayload(start, key);
    if (!unlocked) throw endsInHeader();
    const file = new AgeDecryptor(unlocked.payload, unlocked.payloadAt, source.size);
    for await (const _end of file.#chunks(source, file.#lastIndex, file.#lastIndex));
    return file;
  }

  /** @param source the file of this decryptor; every byte is authenticated when it is read */
  in(source: AgeSource): OpenedAge {
    return { size: this.size, read: (range) => this.#read(source, range) };
  }

  async *#read(source: AgeSource, range: ByteRange = { start: 0, end: this.size - 1 }) {
    const { start, end } = range;
    if (this.size === 0 && end < start) return;
    if (!(start >= 0 && start <= end && end < this.size)) throw new RangeError('not a range of this file');
    const first = Math.floor(start / chunkSize);
    let at = first * chunkSize;
    for await (const chunk of this.#chunks(source, first, Math.floor(end / chunkSize))) {
      yield chunk.subarray(Math.max(0, start - at), end + 1 - at);
      at += chunkSize;
    }
  }

  /** @param last inclusive */
  async *#chunks(source: AgeSource, first: number, last: number): AsyncGenerator<Uint8Array> {
    for (let index = first; index <= last; ) {
      const after = Math.min(index + chunksAtOnce, last + 1);
      const position = this.#payloadAt + index * encryptedChunkSize;
      const end = Math.min(this.#payloadAt + after * encryptedChunkSize, this.#fileSize);
      const encrypted = await readExactly(source, position, end - position);
      for (let at = 0; at < encrypted.length; at += encryptedChunkSize) {
        yield this.#payload.decrypt(
          encrypted.subarray(at, at + encryptedChunkSize),
          index,
          index === this.#lastIndex,
        );
        index++;
      }
    }
  }
}

async function readExactly(source: AgeSource, position: number, length: number): Promise<Uint8Array> {
  const bytes = await source.read(position, length);
  if (bytes.length === length) return bytes;
  throw new AgeError('truncated', 'This age file has become shorter while it was read.');
}
