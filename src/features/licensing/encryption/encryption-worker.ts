import { parentPort, workerData } from 'node:worker_threads';
import type { FromSealingWorker, ToSealingWorker } from './encryption-messages.ts';
import { type SealingWork, worked } from './encryption-work.ts';

/** The thread that encrypts a large file, or reads one back: the cipher would hold up everything else. */

if (!parentPort) throw new Error('This file runs as a worker.');
const port = parentPort;
const tell = (message: FromSealingWorker, transfer: ArrayBuffer[]) => port.postMessage(message, transfer);

const arrived: Exclude<ToSealingWorker, { type: 'more' }>[] = [];
let wanted = 0;
let wake = () => {};
port.on('message', (message: ToSealingWorker) => {
  if (message.type === 'more') wanted += message.pieces;
  else arrived.push(message);
  wake();
});

/** Only one wait at a time: either for bytes or until more is wanted. */
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
    tell({ type: 'taken', block: next.block }, [next.block]);
  }
}

for await (const piece of worked(workerData as SealingWork, source())) {
  await until(() => wanted > 0);
  wanted -= 1;
  const bytes = withOwnMemory(piece);
  tell({ type: 'piece', bytes }, [bytes.buffer]);
}
tell({ type: 'done' }, []);
port.close();

/** Small ones may lie in memory that they share. */
function withOwnMemory(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = piece;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isAlone ? (piece as Uint8Array<ArrayBuffer>) : Uint8Array.from(piece);
}
