import { isTemporary, type S3Client } from './s3-client.ts';
import type { SegmentIndex } from './segments.ts';

const hourMs = 60 * 60 * 1000;
const pageSize = 256;
const atOnce = 4;

export interface SegmentCollectorOptions {
  client: Pick<S3Client, 'delete'>;
  index: Pick<SegmentIndex, 'removeStrays' | 'unused' | 'deleted'>;
  onError: (error: unknown) => void;
}

/** Deletes segments that have belonged to no blob for a day, every hour, and never at the start of the node. */
export class SegmentCollector {
  readonly #options: SegmentCollectorOptions;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<unknown> = Promise.resolve();

  constructor(options: SegmentCollectorOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#run = this.#run.then(() => this.collect()).catch(this.#options.onError);
    }, hourMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#run;
  }

  /** Deletes what is unused now, and returns how many segments there were. */
  async collect(): Promise<number> {
    const { index, client } = this.#options;
    const { signal } = this.#closing;
    let total = 0;
    await index.removeStrays();
    while (!signal.aborted) {
      const keys = await index.unused(pageSize);
      if (keys.length === 0) break;
      for (let at = 0; at < keys.length; at += atOnce) {
        const some = keys.slice(at, at + atOnce);
        try {
          await Promise.all(some.map((key) => client.delete(key, signal)));
        } catch (error) {
          // The next run tries again.
          if (signal.aborted || isTemporary(error)) return total;
          throw error;
        }
        await index.deleted(some);
        total += some.length;
      }
    }
    return total;
  }
}
