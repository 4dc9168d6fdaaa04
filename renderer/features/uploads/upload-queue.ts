import type { LocalUpload } from '../../../src/contract/dashboard-api/content.ts';
import { type CallError, toCallError } from '../../lib/api/call-error.ts';

/** `storing`: every byte was sent and the node syncs them to disk. */
export type UploadStatus = 'waiting' | 'sending' | 'storing' | 'stored' | 'failed' | 'cancelled';

export interface QueuedUpload {
  readonly id: number;
  readonly file: File;
  readonly status: UploadStatus;
  readonly sentBytes: number;
  /** Current speed in bytes per second; null while unknown. */
  readonly rate: number | null;
  readonly result: LocalUpload | null;
  readonly error: CallError | null;
  readonly onStored?: OnStored | undefined;
}

/** Processes the stored content. If it rejects, the upload fails and can be retried, which calls it again. */
export type OnStored = (contentId: string) => Promise<void>;

/** Sends one file; rejects with a `CallError`. `onProgress` gets the bytes sent so far. */
export type SendFile = (
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
) => Promise<LocalUpload>;

const fresh = { status: 'waiting', sentBytes: 0, rate: null, result: null, error: null } as const;

/** Runs uploads in order, at most `limit` at a time. */
export class UploadQueue {
  readonly #send: SendFile;
  readonly #limit: number;
  readonly #clock: () => number;
  #uploads: readonly QueuedUpload[] = [];
  #lastId = 0;
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();

  constructor(send: SendFile, limit = 3, clock = () => performance.now()) {
    this.#send = send;
    this.#limit = limit;
    this.#clock = clock;
  }

  readonly uploads = (): readonly QueuedUpload[] => this.#uploads;

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add(files: Iterable<File>, onStoredOf?: ((file: File) => OnStored | undefined) | undefined): void {
    const added = Array.from(files, (file) => {
      this.#lastId += 1;
      return { id: this.#lastId, file, onStored: onStoredOf?.(file), ...fresh };
    });
    this.#publish([...this.#uploads, ...added]);
    this.#startNext();
  }

  cancel(id: number): void {
    const controller = this.#running.get(id);
    if (controller) controller.abort();
    else if (this.#uploads.some((upload) => upload.id === id && upload.status === 'waiting')) {
      this.#change(id, { status: 'cancelled' });
    }
  }

  readonly cancelAll = (): void => {
    this.#publish(
      this.#uploads.map((each) => (each.status === 'waiting' ? { ...each, status: 'cancelled' } : each)),
    );
    for (const id of [...this.#running.keys()]) this.cancel(id);
  };

  /** Puts a failed or cancelled upload back at the end of the queue. */
  retry(id: number): void {
    const upload = this.#uploads.find((each) => each.id === id);
    if (upload?.status !== 'failed' && upload?.status !== 'cancelled') return;
    this.#publish([...this.#uploads.filter((each) => each.id !== id), { ...upload, ...fresh }]);
    this.#startNext();
  }

  /** Removes all ended uploads from the list. */
  readonly clearEnded = (): void => this.#publish(this.#uploads.filter(isUnderWay));

  /** Removes all but the failed uploads once none is under way, for a user who leaves the page that listed them. */
  readonly clearSeen = (): void => {
    if (this.#uploads.some(isUnderWay)) return;
    this.#publish(this.#uploads.filter(({ status }) => status === 'failed'));
  };

  #publish(next: readonly QueuedUpload[]): void {
    this.#uploads = next;
    for (const listener of this.#listeners) listener();
  }

  #change(id: number, part: Partial<QueuedUpload>): void {
    this.#publish(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  }

  #startNext(): void {
    while (this.#running.size < this.#limit) {
      const next = this.#uploads.find((upload) => upload.status === 'waiting');
      if (!next) return;
      void this.#run(next);
    }
  }

  async #run({ id, file, onStored }: QueuedUpload): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#change(id, { status: 'sending' });
    const meter = createRateMeter();
    meter.note(0, this.#clock());
    const onProgress = (sentBytes: number): void => {
      if (controller.signal.aborted) return;
      const status = sentBytes >= file.size ? 'storing' : 'sending';
      this.#change(id, { sentBytes, status, rate: meter.note(sentBytes, this.#clock()) });
    };
    try {
      const result = await this.#send(file, onProgress, controller.signal);
      await onStored?.(result.content.content_id);
      this.#change(id, { status: 'stored', sentBytes: file.size, result });
    } catch (error) {
      const cancelled = controller.signal.aborted;
      this.#change(id, cancelled ? { status: 'cancelled' } : { status: 'failed', error: toCallError(error) });
    } finally {
      this.#running.delete(id);
      this.#startNext();
    }
  }
}

/** Returns whether the upload has not ended yet. */
export function isUnderWay({ status }: QueuedUpload): boolean {
  return status === 'waiting' || status === 'sending' || status === 'storing';
}

/** Returns the highest id, 0 without uploads; the last one in the list may be an old one that was retried. */
export const newestId = (uploads: readonly QueuedUpload[]): number =>
  uploads.reduce((newest, { id }) => Math.max(newest, id), 0);

/** Window of the average, in milliseconds, so that the rate is current. */
const spanMs = 4_000;
const shortestSpanMs = 400;

interface RateMeter {
  /** Records the total of `bytes` at `at` (ms); returns bytes per second, null while there are too few samples. */
  note(bytes: number, at: number): number | null;
}

export function createRateMeter(): RateMeter {
  let samples: { bytes: number; at: number }[] = [];
  return {
    note(bytes, at) {
      // A smaller total means that the upload restarted.
      if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = [];
      samples.push({ bytes, at });
      samples = samples.filter((sample) => at - sample.at <= spanMs);
      const oldest = samples[0];
      if (!oldest || at - oldest.at < shortestSpanMs) return null;
      return ((bytes - oldest.bytes) * 1000) / (at - oldest.at);
    },
  };
}
