import { parentPort } from 'node:worker_threads';
import { outsideParsers } from './all-parsers.ts';

/** What one parser is to read. */
export interface Reading {
  name: string;
  text: string;
}

/** How that ended: refusing is an answer like any other. */
export type ReadingOutcome = 'done' | 'exhausted';

/** What engines throw when the stack or the memory is used up, which no parser may come to. */
const isExhaustion = (error: unknown): boolean =>
  error instanceof RangeError && /call stack|string length|array length|allocation/i.test(error.message);

parentPort?.on('message', async ({ name, text }: Reading) => {
  let outcome: ReadingOutcome = 'done';
  try {
    await outsideParsers[name]?.parse(text);
  } catch (error) {
    if (isExhaustion(error)) outcome = 'exhausted';
  }
  parentPort?.postMessage(outcome);
});
parentPort?.postMessage('ready');
