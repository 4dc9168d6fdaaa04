import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../core/clock.ts';
import { messageOfError } from '../../../core/messages/message.ts';
import '../cells/native-sha256.ts';
import { addressOf } from './account-state.ts';
import { EmbeddedChain } from './embedded-chain.ts';
import { JournalError } from './journal/journal-error.ts';
import { ChainListener } from './listener.ts';
import { type JsonRpc, jsonRpc } from './toncenter/json-rpc.ts';
import type { ChainTaskResults, ChainWorkerData, FromChainWorker, ToChainWorker } from './worker-messages.ts';

/** Runs the embedded chain in a thread, because executing contracts would block the node. */

// Bundling removes this variable, which the virtual machine needs as a CommonJS module.
Object.assign(globalThis, { __dirname: import.meta.dirname });

if (!parentPort) throw new Error('This file runs as a worker.');
const port = parentPort;
const send = (message: FromChainWorker) => port.postMessage(message);
const { file } = workerData as ChainWorkerData;

class ChainTasks {
  readonly #chain: EmbeddedChain;
  readonly #rpc: JsonRpc;
  /** Listeners by port. */
  readonly #listeners = new Map<number, ChainListener>();

  constructor(chain: EmbeddedChain) {
    this.#chain = chain;
    this.#rpc = jsonRpc(chain, (error) => {
      send({ type: 'error', message: textOf(error) });
      endIfUncertain(error);
    });
  }

  async work(task: ToChainWorker): Promise<ChainTaskResults[keyof ChainTaskResults]> {
    switch (task.type) {
      case 'rpc':
        return this.#rpc(task.body);
      case 'faucet':
        await this.#chain.faucet(addressOf(task.to), task.nanoTon);
        return undefined;
      case 'serve':
        return this.#serve(task.port);
      case 'stop-serving':
        return this.#stopServing(task.port);
      case 'close':
        await Promise.all([...this.#listeners.keys()].map((served) => this.#stopServing(served)));
        await this.#chain.close();
        return undefined;
    }
  }

  async #serve(wanted: number): Promise<number> {
    const listener = new ChainListener(this.#rpc);
    const listensOn = await listener.start(wanted);
    this.#listeners.set(listensOn, listener);
    return listensOn;
  }

  async #stopServing(listensOn: number): Promise<undefined> {
    const listener = this.#listeners.get(listensOn);
    this.#listeners.delete(listensOn);
    await listener?.stop();
  }
}

/** Ends the thread after such an error: only reading the journal again shows the state of the chain. */
function endIfUncertain(error: unknown): void {
  if (!(error instanceof JournalError)) return;
  // Sends pending responses first.
  setImmediate(() => {
    throw error;
  });
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function open(): void {
  const chain = new EmbeddedChain({
    file,
    clock: systemClock,
    onBlock: (seqno) => send({ type: 'block', seqno }),
  });
  const thread = new ChainTasks(chain);
  port.on('message', (task: ToChainWorker) => {
    const { number } = task;
    thread.work(task).then(
      (result) => {
        send({ type: 'done', number, result });
        if (task.type === 'close') port.close();
      },
      (error: Error & { code?: string }) => {
        endIfUncertain(error);
        // No response is sent, because the end of the thread rejects the request.
        if (!(error instanceof JournalError)) {
          send({ type: 'failed', number, message: textOf(error), code: error.code });
        }
      },
    );
  });
  chain.load().catch((error: unknown) => send({ type: 'error', message: textOf(error) }));
  send({ type: 'ready', blocks: chain.journal.seqno });
}

try {
  open();
} catch (error) {
  send({ type: 'unusable', message: messageOfError(error) });
}
