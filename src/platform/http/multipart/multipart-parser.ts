import { Readable, Writable } from 'node:stream';
import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import { inputErrorAt } from '../../../core/messages/input-error.ts';
import { NodeError } from '../../../core/node-error.ts';

export const malformed = (text: ConstantMessageId) =>
  new NodeError('invalid_request', text, { errors: [inputErrorAt('body', 'http.isNotMultipart')] });

/** Limit of the headers of one part, in bytes. */
const maxHeadBytes = 16 * 1024;
const endOfHead = '\r\n\r\n';

/**
 * Splits a multipart body (RFC 2046, 5.1) while it arrives. Searches with native functions of Node, because the search
 * of libraries takes longer than everything else in an upload.
 */
export class MultipartParser extends Writable {
  readonly #delimiter: Buffer;
  readonly #onPart: (head: string) => Readable | undefined;
  readonly #onTaken: (chunk: Buffer) => void;
  /** Bytes that may begin the delimiter; the first one needs no line break before it. */
  #unparsed = Buffer.from('\r\n');
  #state: 'head' | 'body' | 'end' = 'body';
  /** The stream for the bytes of the current part. */
  #part: Readable | undefined;
  /** The last part with a reader; some of its bytes may still wait after its end. */
  #lastReadPart: Readable | undefined;
  /** Whether bytes of the current chunk went to a part. */
  #hasPushed = false;
  #resume: (() => void) | undefined;

  /**
   * @param onPart gets the headers of a part and returns the stream for its bytes, or undefined to skip them; may throw
   * @param onTaken gets each chunk whose memory is no longer needed
   */
  constructor(
    boundary: string,
    onPart: (head: string) => Readable | undefined,
    onTaken: (chunk: Buffer) => void,
  ) {
    // Larger than a chunk, because a pipe pauses its source otherwise.
    super({ highWaterMark: 256 * 1024 });
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#onPart = onPart;
    this.#onTaken = onTaken;
  }

  /** Returns a stream for the bytes of a part. Unread bytes stay in the connection. */
  newPart(): Readable {
    return new Readable({
      read: () => {
        const resume = this.#resume;
        this.#resume = undefined;
        // The stream requests more before it has passed on its current bytes.
        if (resume) process.nextTick(resume);
      },
    });
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    try {
      let rest = this.#unparsed.length > 0 ? Buffer.concat([this.#unparsed, chunk]) : chunk;
      this.#unparsed = Buffer.alloc(0);
      this.#hasPushed = false;
      while (rest.length > 0) rest = this.#parse(rest);
    } catch (error) {
      return done(error as Error);
    }
    const isWaiting = () =>
      this.#hasPushed && this.#lastReadPart !== undefined && this.#lastReadPart.readableLength > 0;
    const resume = () => {
      if (!isWaiting()) this.#onTaken(chunk);
      done();
    };
    if (isWaiting() && this.#part) this.#resume = resume;
    else resume();
  }

  override _final(done: (error?: Error) => void): void {
    if (this.#state === 'end') done();
    else done(malformed(this.#part ? 'http.multipartCutOff' : 'http.multipartMalformed'));
  }

  /** @returns the bytes to parse next */
  #parse(bytes: Buffer): Buffer {
    if (this.#state === 'head') return this.#parseHead(bytes);
    if (this.#state === 'body') return this.#parseBody(bytes);
    return bytes.subarray(bytes.length);
  }

  #parseBody(bytes: Buffer): Buffer {
    const at = bytes.indexOf(this.#delimiter);
    const end = at < 0 ? bytes.length - this.#delimiterStartLength(bytes) : at;
    if (end > 0 && this.#part) {
      this.#hasPushed = true;
      this.#part.push(bytes.subarray(0, end));
    }
    if (at < 0) return this.#keep(bytes.subarray(end));
    this.#part?.push(null);
    this.#part = undefined;
    this.#state = 'head';
    return bytes.subarray(at + this.#delimiter.length);
  }

  #parseHead(bytes: Buffer): Buffer {
    if (bytes.length < 2) return this.#keep(bytes);
    if (bytes.toString('latin1', 0, 2) === '--') {
      this.#state = 'end';
      return bytes.subarray(bytes.length);
    }
    const at = bytes.indexOf(endOfHead);
    if (at > maxHeadBytes || (at < 0 && bytes.length > maxHeadBytes)) {
      throw malformed('http.multipartMalformed');
    }
    if (at < 0) return this.#keep(bytes);
    this.#part = this.#onPart(bytes.toString('utf8', 0, at));
    this.#lastReadPart = this.#part ?? this.#lastReadPart;
    this.#state = 'body';
    return bytes.subarray(at + endOfHead.length);
  }

  #keep(bytes: Buffer): Buffer {
    this.#unparsed = Buffer.from(bytes);
    return bytes.subarray(bytes.length);
  }

  /** Returns how many bytes at the end may begin the delimiter. */
  #delimiterStartLength(bytes: Buffer): number {
    let at = Math.max(0, bytes.length - this.#delimiter.length);
    while ((at = bytes.indexOf('\r', at)) >= 0) {
      const length = bytes.length - at;
      if (this.#delimiter.subarray(0, length).equals(bytes.subarray(at))) return length;
      at += 1;
    }
    return 0;
  }
}
