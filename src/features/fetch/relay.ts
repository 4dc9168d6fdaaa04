import type { Pace } from '../../platform/net/bandwidth.ts';
import type { FetchSource } from './fetch-source.ts';
import type { OpenContent } from './open-content.ts';

export interface RelayOptions {
  first: OpenContent;
  /** Finds somebody who goes on at an offset; undefined when nobody does. */
  goOn: (offset: number) => Promise<OpenContent | undefined>;
  /** @param brought so many bytes since it began to send */
  onBrokeOff: (source: FetchSource, brought: number) => void;
  /** Told of each piece, and from whom it came. */
  onPiece: (source: FetchSource, bytes: number) => void;
  /** The limit on what is received, also of what is of no use. */
  pace: Pace;
  signal: AbortSignal;
}

/** One content from as many nodes as it takes, one after the other. */
export class Relay {
  readonly #options: RelayOptions;
  /** How many bytes came from whom. */
  readonly received = new Map<FetchSource, number>();
  #current: OpenContent;
  #offset = 0;
  #isBroken = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#current = options.first;
  }

  /** Whether it ended before the end, because nobody went on. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  async *bytes(): AsyncGenerator<Buffer, void> {
    const { first, goOn, onBrokeOff, signal } = this.#options;
    for (;;) {
      const begun = this.#offset;
      yield* this.#fromCurrent();
      if (this.#offset === first.total) return;
      onBrokeOff(this.#current.source, this.#offset - begun);
      const next = await goOn(this.#offset);
      signal.throwIfAborted();
      if (!next) {
        this.#isBroken = true;
        throw new Error('The transfer broke off, and no other node goes on.');
      }
      this.#current = next;
    }
  }

  close(): Promise<void> {
    return this.#current.close();
  }

  /** Ends where the current node ends, in whatever way. */
  async *#fromCurrent(): AsyncGenerator<Buffer, void> {
    const { source } = this.#current;
    const { onPiece, pace, signal } = this.#options;
    const chunks = this.#current.bytes((bytes) => pace(bytes, signal));
    try {
      for (;;) {
        const next = await chunks.next().catch(() => undefined);
        if (!next || next.done) return;
        const { length } = next.value;
        this.#offset += length;
        this.received.set(source, (this.received.get(source) ?? 0) + length);
        onPiece(source, length);
        const wait = pace(length, signal);
        if (wait) await wait;
        yield next.value;
      }
    } finally {
      await chunks.return();
    }
  }
}
