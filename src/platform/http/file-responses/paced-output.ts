import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import type { Pace } from '../../net/transfers/bandwidth.ts';

/** Small enough that a receiver with a low limit does not time out. */
const pieceBytes = 16 * 1024;

/** Writes a response in small pieces, no faster than a limit allows. */
export class PacedOutput extends Writable {
  readonly #response: ServerResponse;
  readonly #pace: Pace;
  readonly #disconnect = new AbortController();

  constructor(response: ServerResponse, pace: Pace) {
    super({ highWaterMark: 1 });
    this.#response = response;
    this.#pace = pace;
    response.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send(chunk).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#response.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#disconnect.abort();
    if (!this.#response.writableFinished) this.#response.destroy();
    done(error);
  }

  async #send(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes);
      await this.#pace(piece.length, this.#disconnect.signal);
      // The memory of the chunk is reused after its callback.
      if (!this.#response.write(Buffer.from(piece))) {
        await once(this.#response, 'drain', { signal: this.#disconnect.signal });
      }
    }
  }
}
