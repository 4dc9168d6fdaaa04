import { Worker } from 'node:worker_threads';
import { NodeError } from '../../../core/node-error.ts';
import type {
  ChainTask,
  ChainTaskResults,
  ChainWorkerData,
  FromChainWorker,
  ToChainWorker,
} from './worker-messages.ts';

type Done = Extract<FromChainWorker, { type: 'done' | 'failed' }>;

export interface ChainThreadEvents {
  onBlock: (seqno: number) => void;
  /** Receives errors of the thread for the log. */
  onError: (message: string) => void;
}

/** State of the opened journal. */
export interface OpenedJournal {
  blocks: number;
}

/** Controls one thread of the embedded chain from the main thread. */
export class ChainThread {
  /** Resolves when the journal has been read; rejects with `chain_unavailable` if that fails. */
  readonly opened: Promise<OpenedJournal>;
  /** Resolves when the thread has ended. */
  readonly exited: Promise<void>;
  readonly #worker: Worker;
  readonly #tasks = new Map<number, (end: Done) => void>();
  #lastTask = 0;
  #ended = false;

  constructor(data: ChainWorkerData, { onBlock, onError }: ChainThreadEvents) {
    const file = import.meta.url.endsWith('.ts') ? './chain-worker.ts' : './chain-worker.js';
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: data });
    this.opened = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromChainWorker) => {
        if (message.type === 'ready') resolve(message);
        else if (message.type === 'unusable') reject(new NodeError('chain_unavailable', message.message));
        else if (message.type === 'block') onBlock(message.seqno);
        else if (message.type === 'error') onError(message.message);
        else this.#finish(message);
      });
      this.#worker.on('exit', () => reject(ended()));
    });
    this.opened.catch(() => {});
    this.#worker.on('error', (error: Error) => onError(error.message));
    this.exited = new Promise((resolve) =>
      this.#worker.once('exit', () => {
        this.#onExit();
        resolve();
      }),
    );
  }

  /**
   * Runs a task.
   * @throws an error with a code of the system, or NodeError `chain_unavailable` when the thread has ended
   */
  run<T extends ChainTask>(task: T): Promise<ChainTaskResults[T['type']]> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(ended());
      this.#lastTask += 1;
      this.#tasks.set(this.#lastTask, (end) => {
        if (end.type === 'done') resolve(end.result as ChainTaskResults[T['type']]);
        else if (end.code === endedCode) reject(ended());
        else reject(Object.assign(new Error(end.message), { code: end.code }));
      });
      this.#worker.postMessage({ ...task, number: this.#lastTask } satisfies ToChainWorker);
    });
  }

  /** Ends the thread in the middle of its work; the journal stays readable, as after a crash. */
  terminate(): void {
    void this.#worker.terminate();
  }

  /** Ends the thread after all earlier requests. */
  async close(): Promise<void> {
    await this.opened.then(() => this.run({ type: 'close' })).catch(() => this.#worker.terminate());
    await this.exited;
  }

  #finish(end: Done): void {
    const finish = this.#tasks.get(end.number);
    this.#tasks.delete(end.number);
    finish?.(end);
  }

  #onExit(): void {
    this.#ended = true;
    for (const number of [...this.#tasks.keys()]) {
      this.#finish({ type: 'failed', number, message: '', code: endedCode });
    }
  }
}

const endedCode = 'ALCOVE_CHAIN_ENDED';

const ended = () => new NodeError('chain_unavailable', 'chain.embeddedEndedEarly');
