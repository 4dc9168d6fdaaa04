import { parentPort } from 'node:worker_threads';
import { inputParsers } from './all-parsers.ts';

/** The input of one parser. */
export interface Reading {
  name: string;
  text: string;
}

/** The result of one parser; a refusal counts as `done`. */
export type ReadingOutcome = 'done' | 'exhausted';

/** Returns whether an error means exhausted stack or memory, which no parser may cause. */
const isExhaustion = (error: unknown): boolean =>
  error instanceof RangeError && /call stack|string length|array length|allocation/i.test(error.message);

parentPort?.on('message', async ({ name, text }: Reading) => {
  let outcome: ReadingOutcome = 'done';
  try {
    await inputParsers[name]?.parse(text);
  } catch (error) {
    if (isExhaustion(error)) outcome = 'exhausted';
  }
  parentPort?.postMessage(outcome);
});
parentPort?.postMessage('ready');
