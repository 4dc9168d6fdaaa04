import type { Writable } from 'node:stream';

/** An output stream whose writes report when their memory can be reused. */
export class Output {
  readonly #stream: Writable;
  #settle: ((sent: boolean) => void) | undefined;
  readonly #onClose = () => {
    this.closed = true;
    this.#settle?.(false);
  };
  closed: boolean;
  begun = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    this.closed = stream.destroyed;
    stream.once('close', this.#onClose);
  }

  /** Resolves with true when the bytes are sent, with false when the connection is closed. One call at a time. */
  write(bytes: Uint8Array): Promise<boolean> {
    if (this.closed) return Promise.resolve(false);
    this.begun = true;
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#stream.write(bytes, (error) => resolve(!error));
    });
  }

  end(): void {
    this.#stream.off('close', this.#onClose);
    this.#stream.end();
  }

  /** Aborts the connection, so that the receiver does not treat the bytes as complete. */
  destroy(): void {
    this.#stream.destroy();
  }
}
