import { parentPort, workerData } from 'node:worker_threads';
import type { FromEncryptionWorker, ToEncryptionWorker } from './encryption-messages.ts';
import { type EncryptionWork, outputOf } from './encryption-work.ts';

/** Encrypts or reads back a large file in a thread, because the cipher would block the main thread. */

if (!parentPort) throw new Error('This file runs as a worker.');
const port = parentPort;
const send = (message: FromEncryptionWorker, transfer: ArrayBuffer[]) => port.postMessage(message, transfer);

const arrived: Exclude<ToEncryptionWorker, { type: 'more' }>[] = [];
let wanted = 0;
let wake = () => {};
port.on('message', (message: ToEncryptionWorker) => {
  if (message.type === 'more') wanted += message.pieces;
  else arrived.push(message);
  wake();
});

/** Waits for a condition; only one wait at a time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

async function* source(): AsyncGenerator<Uint8Array> {
  for (;;) {
    await until(() => arrived.length > 0);
    const next = arrived.shift();
    if (next?.type !== 'bytes') return;
    yield new Uint8Array(next.block, 0, next.length);
    send({ type: 'taken', block: next.block }, [next.block]);
  }
}

for await (const piece of outputOf(workerData as EncryptionWork, source())) {
  await until(() => wanted > 0);
  wanted -= 1;
  const bytes = withOwnMemory(piece);
  send({ type: 'piece', bytes }, [bytes.buffer]);
}
send({ type: 'done' }, []);
port.close();

/** Copies a piece out of shared memory. */
function withOwnMemory(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = piece;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isAlone ? (piece as Uint8Array<ArrayBuffer>) : Uint8Array.from(piece);
}
