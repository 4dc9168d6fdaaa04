import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import type { FetchSource } from './fetch-source.ts';
import type { OpenContent } from './open-content.ts';

export interface ResumableDownloadOptions {
  first: OpenContent;
  /** Finds somebody who goes on at an offset; undefined when nobody does. */
  resume: (offset: number) => Promise<OpenContent | undefined>;
  /** @param received so many bytes since it began to send */
  onInterrupted: (source: FetchSource, brought: number) => void;
  /** Called with each chunk and its sender. */
  onChunk: (source: FetchSource, bytes: number) => void;
  /** The limit on what is received, also of what is of no use. */
  pace: Pace;
  signal: AbortSignal;
}

/** Downloads one content from one node after the other until it is complete. */
export class ResumableDownload {
  readonly #options: ResumableDownloadOptions;
  /** How many bytes came from whom. */
  readonly received = new Map<FetchSource, number>();
  #current: OpenContent;
  #offset = 0;
  #isIncomplete = false;

  constructor(options: ResumableDownloadOptions) {
    this.#options = options;
    this.#current = options.first;
  }

  /** Whether it ended before the end, because nobody went on. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  async *bytes(): AsyncGenerator<Buffer, void> {
    const { first, resume, onInterrupted, signal } = this.#options;
    for (;;) {
      const begun = this.#offset;
      yield* this.#fromCurrent();
      if (this.#offset === first.total) return;
      onInterrupted(this.#current.source, this.#offset - begun);
      const next = await resume(this.#offset);
      signal.throwIfAborted();
      if (!next) {
        this.#isIncomplete = true;
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
    const { onChunk, pace, signal } = this.#options;
    const chunks = this.#current.bytes((bytes) => pace(bytes, signal));
    try {
      for (;;) {
        const next = await chunks.next().catch(() => undefined);
        if (!next || next.done) return;
        const { length } = next.value;
        this.#offset += length;
        this.received.set(source, (this.received.get(source) ?? 0) + length);
        onChunk(source, length);
        const wait = pace(length, signal);
        if (wait) await wait;
        yield next.value;
      }
    } finally {
      await chunks.return();
    }
  }
}
