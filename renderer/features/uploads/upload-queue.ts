import type { LocalUpload } from '../../../src/contract/dashboard-api/content.ts';
import { type CallError, toCallError } from '../../lib/api/call-error.ts';
import { createRateMeter } from './rate-meter.ts';

/** `storing`: every byte was sent and the node syncs them to disk. */
export type UploadStatus = 'waiting' | 'sending' | 'storing' | 'stored' | 'failed' | 'cancelled';

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly status: UploadStatus;
  readonly sentBytes: number;
  /** Current speed in bytes per second; null while unknown. */
  readonly rate: number | null;
  readonly result: LocalUpload | null;
  readonly error: CallError | null;
}

/** Sends one file; rejects with a `CallError`. `onProgress` gets the bytes sent so far. */
export type SendFile = (
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
) => Promise<LocalUpload>;

export interface UploadQueue {
  add(files: Iterable<File>): void;
  cancel(id: number): void;
  cancelAll(): void;
  /** Puts a failed or cancelled upload back at the end of the queue. */
  retry(id: number): void;
  /** Removes everything that ended from the list. */
  clearEnded(): void;
  uploads(): readonly Upload[];
  subscribe(listener: () => void): () => void;
}

const fresh = { status: 'waiting', sentBytes: 0, rate: null, result: null, error: null } as const;

/** Creates a queue that runs uploads in order, at most `limit` at a time. */
export function createUploadQueue(send: SendFile, limit = 3, clock = () => performance.now()): UploadQueue {
  let uploads: readonly Upload[] = [];
  let lastId = 0;
  const running = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  function publish(next: readonly Upload[]): void {
    uploads = next;
    for (const listener of listeners) listener();
  }

  function change(id: number, part: Partial<Upload>): void {
    publish(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  }

  async function run({ id, file }: Upload): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { status: 'sending' });
    const meter = createRateMeter();
    meter.note(0, clock());
    const onProgress = (sentBytes: number): void => {
      if (controller.signal.aborted) return;
      const status = sentBytes >= file.size ? 'storing' : 'sending';
      change(id, { sentBytes, status, rate: meter.note(sentBytes, clock()) });
    };
    try {
      const result = await send(file, onProgress, controller.signal);
      change(id, { status: 'stored', sentBytes: file.size, result });
    } catch (error) {
      const cancelled = controller.signal.aborted;
      change(id, cancelled ? { status: 'cancelled' } : { status: 'failed', error: toCallError(error) });
    } finally {
      running.delete(id);
      startNext();
    }
  }

  function startNext(): void {
    while (running.size < limit) {
      const next = uploads.find((upload) => upload.status === 'waiting');
      if (!next) return;
      void run(next);
    }
  }

  function cancel(id: number): void {
    const controller = running.get(id);
    if (controller) controller.abort();
    else if (uploads.some((upload) => upload.id === id && upload.status === 'waiting')) {
      change(id, { status: 'cancelled' });
    }
  }

  return {
    add(files) {
      const added = Array.from(files, (file) => {
        lastId += 1;
        return { id: lastId, file, ...fresh };
      });
      publish([...uploads, ...added]);
      startNext();
    },
    cancel,
    cancelAll() {
      publish(uploads.map((each) => (each.status === 'waiting' ? { ...each, status: 'cancelled' } : each)));
      for (const id of [...running.keys()]) cancel(id);
    },
    retry(id) {
      const upload = uploads.find((each) => each.id === id);
      if (upload?.status !== 'failed' && upload?.status !== 'cancelled') return;
      publish([...uploads.filter((each) => each.id !== id), { ...upload, ...fresh }]);
      startNext();
    },
    clearEnded() {
      publish(uploads.filter(isUnderWay));
    },
    uploads: () => uploads,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns whether the upload has not ended yet. */
export function isUnderWay({ status }: Upload): boolean {
  return status === 'waiting' || status === 'sending' || status === 'storing';
}
