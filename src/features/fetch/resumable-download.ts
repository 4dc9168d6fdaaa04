import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import type { FetchSource } from './fetch-source.ts';
import type { OpenContent } from './open-content.ts';

export interface ResumableDownloadOptions {
  first: OpenContent;
  /** Finds a node that continues at an offset; undefined when none does. */
  resume: (offset: number) => Promise<OpenContent | undefined>;
  /** Called when a node stops before the end. `received`: bytes received since it started to send. */
  onInterrupted: (source: FetchSource, received: number) => void;
  /** Called with each chunk and its sender. */
  onChunk: (source: FetchSource, bytes: number) => void;
  /** Limit for received bytes, including discarded ones. */
  pace: Pace;
  signal: AbortSignal;
}

/** Downloads one content from one node after the other until it is complete. */
export class ResumableDownload {
  readonly #options: ResumableDownloadOptions;
  /** Received bytes by node. */
  readonly received = new Map<FetchSource, number>();
  #current: OpenContent;
  #offset = 0;
  #isIncomplete = false;

  constructor(options: ResumableDownloadOptions) {
    this.#options = options;
    this.#current = options.first;
  }

  /** Returns whether the download stopped before the end, because no node continued. */
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

  /** Yields the bytes of the current node until it ends or fails. */
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
