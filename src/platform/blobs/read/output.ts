import type { Writable } from 'node:stream';

/** A stream that bytes are sent to, where each write says when its memory is free again. */
export class Output {
  readonly #stream: Writable;
  #settle: ((sent: boolean) => void) | undefined;
  readonly #onClose = () => {
    this.closed = true;
    this.#settle?.(false);
  };
  closed: boolean;
  /** Whether any byte has been handed over. */
  begun = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    this.closed = stream.destroyed;
    stream.once('close', this.#onClose);
  }

  /** Resolves with true when the bytes are sent, with false when the other side is gone. One call at a time. */
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

  /** Breaks off, so that the other side does not take what it has for the whole. */
  destroy(): void {
    this.#stream.destroy();
  }
}
