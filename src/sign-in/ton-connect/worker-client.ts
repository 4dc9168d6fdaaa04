import { Worker } from 'node:worker_threads';
import type { WalletApp } from './wallets.ts';
import type { FromWorker, ToWorker, WorkerSetUp } from './worker-messages.ts';

export interface WorkerClientOptions {
  wallets: WalletApp[];
  onMessage: (message: FromWorker) => void;
  /** The thread ended though nobody asked for it. */
  onLost: (cause: string) => void;
}

type Connect = Extract<ToWorker, { type: 'connect' }>;
type Restore = Extract<ToWorker, { type: 'restore' }>;

interface Waiting {
  resolve: (link: string) => void;
  reject: (error: Error) => void;
}

/** The main thread's side of the TON Connect worker, which starts with its first connection. */
export class WorkerClient {
  readonly #options: WorkerClientOptions;
  /** Who waits for a link, by connection. */
  readonly #waiting = new Map<string, Waiting>();
  #worker: Worker | undefined;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  /** Begins a connection. Resolves with the link for the wallet. */
  connect(message: Omit<Connect, 'type'>): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
      this.#send({ type: 'connect', ...message });
    });
  }

  /** Ends a connection, where the thread has any. */
  end(id: string): void {
    this.#worker?.postMessage({ type: 'end', id } satisfies ToWorker);
  }

  /** Takes up a connection again. */
  restore(message: Omit<Restore, 'type'>): void {
    this.#send({ type: 'restore', ...message });
  }

  /** Ends the thread. Resolves when no message of it can come any more. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './ton-connect-worker.ts' : './ton-connect-worker.js';
    const workerData: WorkerSetUp = { wallets: this.#options.wallets };
    const worker = new Worker(new URL(file, import.meta.url), {
      workerData,
      name: 'ton-connect',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    let cause = 'it ended by itself';
    worker.on('message', (message: FromWorker) => this.#deliver(message));
    worker.on('error', (error: Error) => {
      cause = error.message;
    });
    worker.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`The TON Connect worker: ${cause}`));
      this.#waiting.clear();
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#options.onLost(cause);
    });
    return worker;
  }

  #deliver(message: FromWorker): void {
    const waiting = message.type === 'escaped' ? undefined : this.#waiting.get(message.id);
    if (waiting && (message.type === 'link' || message.type === 'failed')) {
      this.#waiting.delete(message.id);
      if (message.type === 'link') waiting.resolve(message.link);
      else waiting.reject(new Error(`The TON Connect worker: ${message.reason}`));
      return;
    }
    this.#options.onMessage(message);
  }
}
