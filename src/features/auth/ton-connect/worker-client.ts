import { Worker } from 'node:worker_threads';
import { requestId } from '../../../core/ids.ts';
import type { WalletApp } from './wallets.ts';
import type { FromWorker, ToWorker, WalletReply, WalletTransaction, WorkerSetUp } from './worker-messages.ts';

export interface WorkerClientOptions {
  /** Returns the wallets at the start of the thread. */
  wallets: () => WalletApp[];
  onMessage: (message: FromWorker) => void;
  /** Called when the thread has ended unexpectedly. */
  onLost: (cause: string) => void;
}

type Connect = Extract<ToWorker, { type: 'connect' }>;
type Restore = Extract<ToWorker, { type: 'restore' }>;

interface Waiting {
  resolve: (link: string) => void;
  reject: (error: Error) => void;
}

/** Controls the TON Connect worker from the main thread; it starts with its first connection. */
export class WorkerClient {
  readonly #options: WorkerClientOptions;
  /** Pending links by connection. */
  readonly #waiting = new Map<string, Waiting>();
  /** Pending wallet replies by request. */
  readonly #pendingRequests = new Map<string, { id: string; resolve: (reply: WalletReply) => void }>();
  #worker: Worker | undefined;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  /** Begins a connection; resolves with the link for the wallet. */
  connect(message: Omit<Connect, 'type'>): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
      this.#send({ type: 'connect', ...message });
    });
  }

  /** Sends a request to a wallet; resolves when it has replied or can no longer reply. */
  ask(id: string, transaction: WalletTransaction): Promise<WalletReply> {
    const request = requestId();
    return new Promise((resolve) => {
      this.#pendingRequests.set(request, { id, resolve });
      this.#send({ type: 'send', id, request, transaction });
    });
  }

  /** Replaces the wallets. */
  setWallets(wallets: WalletApp[]): void {
    this.#worker?.postMessage({ type: 'wallets', wallets } satisfies ToWorker);
  }

  /** Ends a connection, if the thread has it. */
  end(id: string): void {
    this.#giveUp((asked) => asked === id);
    this.#worker?.postMessage({ type: 'end', id } satisfies ToWorker);
  }

  /** Restores a connection. */
  restore(message: Omit<Restore, 'type'>): void {
    this.#send({ type: 'restore', ...message });
  }

  /** Ends the thread; resolves when it can no longer send messages. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#giveUp(() => true);
    await worker?.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './ton-connect-worker.ts' : './ton-connect-worker.js';
    const workerData: WorkerSetUp = { wallets: this.#options.wallets() };
    const worker = new Worker(new URL(file, import.meta.url), {
      workerData,
      name: 'ton-connect',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    let cause = 'it ended by itself';
    worker.on('message', (message: FromWorker) => this.#dispatch(message));
    worker.on('error', (error: Error) => {
      cause = error.message;
    });
    worker.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`The TON Connect worker: ${cause}`));
      this.#waiting.clear();
      this.#giveUp(() => true);
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#options.onLost(cause);
    });
    return worker;
  }

  #giveUp(matches: (id: string) => boolean): void {
    for (const [request, { id, resolve }] of this.#pendingRequests) {
      if (!matches(id)) continue;
      this.#pendingRequests.delete(request);
      resolve('unanswered');
    }
  }

  #dispatch(message: FromWorker): void {
    if (message.type === 'replied') {
      this.#pendingRequests.get(message.request)?.resolve(message.reply);
      this.#pendingRequests.delete(message.request);
      return;
    }
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
