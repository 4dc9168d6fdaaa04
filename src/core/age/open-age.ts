import { AgeError } from './age-error.ts';
import { chunkSize, openedSize, type Payload, sealedChunkSize } from './payload.ts';
import { type AgeKey, endsInHeader, mostStartBytes, unlock } from './unlock.ts';

/** Where the bytes of an age file are. */
export interface AgeSource {
  /** Bytes of the file. */
  size: number;
  /** @returns exactly `length` bytes of the file, in memory that nobody writes to */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** Both ends count, as in HTTP. */
interface ByteRange {
  start: number;
  end: number;
}

/** An age file of which any part can be read. */
export interface OpenedAge {
  /** Plain bytes. */
  readonly size: number;
  /**
   * Plain bytes, in pieces with memory of their own. Each is authenticated before it is given.
   * @param range all without one
   * @throws AgeError when the file has changed since it was opened
   */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** Chunks that are fetched at once. */
const chunksAtOnce = 4;

/**
 * Opens an age file for random access. Its header and its end are authenticated first, so that a file that lacks bytes
 * or has too many is refused before any is given.
 * @throws AgeError
 */
export async function openAge(source: AgeSource, key: AgeKey): Promise<OpenedAge> {
  const start = await readExactly(source, 0, Math.min(source.size, mostStartBytes));
  const unlocked = await unlock(start, key);
  if (!unlocked) throw endsInHeader();
  const file = new SealedFile(source, unlocked.payload, unlocked.payloadAt);
  await file.checkEnd();
  return file;
}

class SealedFile implements OpenedAge {
  readonly size: number;
  readonly #source: AgeSource;
  readonly #payload: Payload;
  readonly #payloadAt: number;
  readonly #lastIndex: number;

  constructor(source: AgeSource, payload: Payload, payloadAt: number) {
    this.size = openedSize(source.size - payloadAt);
    this.#source = source;
    this.#payload = payload;
    this.#payloadAt = payloadAt;
    this.#lastIndex = Math.max(0, Math.ceil(this.size / chunkSize) - 1);
  }

  async checkEnd(): Promise<void> {
    for await (const _chunk of this.#chunks(this.#lastIndex, this.#lastIndex));
  }

  async *read(range: ByteRange = { start: 0, end: this.size - 1 }): AsyncGenerator<Uint8Array> {
    const { start, end } = range;
    if (this.size === 0 && end < start) return;
    if (!(start >= 0 && start <= end && end < this.size)) throw new RangeError('not a range of this file');
    const first = Math.floor(start / chunkSize);
    let at = first * chunkSize;
    for await (const chunk of this.#chunks(first, Math.floor(end / chunkSize))) {
      yield chunk.subarray(Math.max(0, start - at), end + 1 - at);
      at += chunkSize;
    }
  }

  /** @param last counts, too */
  async *#chunks(first: number, last: number): AsyncGenerator<Uint8Array> {
    for (let index = first; index <= last; ) {
      const after = Math.min(index + chunksAtOnce, last + 1);
      const position = this.#payloadAt + index * sealedChunkSize;
      const end = Math.min(this.#payloadAt + after * sealedChunkSize, this.#source.size);
      const sealed = await readExactly(this.#source, position, end - position);
      for (let at = 0; at < sealed.length; at += sealedChunkSize) {
        yield this.#payload.open(sealed.subarray(at, at + sealedChunkSize), index, index === this.#lastIndex);
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
