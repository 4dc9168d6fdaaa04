import { parentPort, workerData } from 'node:worker_threads';
import { createBridgeFetch } from './bridge-fetch.ts';
import { BridgeStream } from './bridge-stream.ts';
import { SdkSession } from './sdk-session.ts';
import type { FromWorker, ToWorker, WorkerSetUp } from './worker-messages.ts';

/**
 * Runs the TON Connect SDK in a thread. The SDK logs its traffic to the console, takes its connections from globals,
 * and leaks errors that any message from a bridge can cause; the thread isolates the node from this.
 */
let { wallets } = workerData as WorkerSetUp;
const bridgeFetch = createBridgeFetch(() => wallets);
const sessions = new Map<string, SdkSession>();

const emit = (message: FromWorker): void => parentPort?.postMessage(message);
const escaped = (error: unknown): void =>
  emit({ type: 'escaped', reason: error instanceof Error ? error.name : typeof error });
process.on('unhandledRejection', escaped);
process.on('uncaughtException', escaped);
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) console[level] = () => {};
Object.assign(globalThis, { EventSource: BridgeStream, fetch: bridgeFetch });

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'wallets') {
    wallets = message.wallets;
    return;
  }
  handle(message).catch((error: unknown) => {
    emit({ type: 'failed', id: message.id, reason: error instanceof Error ? error.message : String(error) });
  });
});

async function handle(message: Exclude<ToWorker, { type: 'wallets' }>): Promise<void> {
  const { id } = message;
  // Imported late so that the SDK uses the globals above; awaited for every message to keep their order.
  const sdk = await import('@tonconnect/sdk');
  if (message.type === 'end') {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.end().catch(escaped);
    return;
  }
  if (message.type === 'send') {
    const { request, transaction } = message;
    const reply = (await sessions.get(id)?.send(transaction)) ?? 'undelivered';
    emit({ type: 'replied', id, request, reply });
    return;
  }
  const state = message.type === 'restore' ? message.state : {};
  const session = new SdkSession({ sdk, id, manifestUrl: message.manifestUrl, state, bridgeFetch, emit });
  sessions.set(id, session);
  if (message.type === 'connect') session.connect(message.wallet, message.payload);
  else await session.restore();
}
