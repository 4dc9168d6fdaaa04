import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { randomRuns, someCases } from '../support/random-runs.ts';
import { inputParsers } from '../support/untrusted-input/all-parsers.ts';
import type { InputParser } from '../support/untrusted-input/input-parser.ts';
import type { Reading, ReadingOutcome } from '../support/untrusted-input/parser-worker.ts';

/**
 * Processor time of this process: far more than any of these texts takes, and far less than a superlinear parser takes.
 * A busy machine does not change it.
 */
const maxSeconds = 20;

/** A thread that parses, so that a parser that hangs can be ended. */
class Reader {
  #worker: Promise<Worker> | undefined;

  async read(reading: Reading): Promise<ReadingOutcome | 'too slow'> {
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    const late = new AbortController();
    const before = process.cpuUsage();
    const timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system > maxSeconds * 1e6) late.abort();
    }, 500);
    try {
      worker.postMessage(reading);
      const [outcome] = await once(worker, 'message', { signal: late.signal });
      return outcome as ReadingOutcome;
    } catch (error) {
      await this.stop();
      if (late.signal.aborted) return 'too slow';
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  async stop(): Promise<void> {
    const worker = await this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(new URL('../support/untrusted-input/parser-worker.ts', import.meta.url));
    await once(worker, 'message');
    return worker;
  }
}

const reader = new Reader();
afterAll(() => reader.stop());

/** The delimiters between and around values in grammars. */
const marks = [...' \t\r\n,;:.=/\\"\'-_+%#@?&<>()[]{}|*~`^!$0a\u0000é', '\u200b', '𝒜', '\ud800'];
const usual = ['; ', ', ', '\\"', '[', '{"a":', '..', 'a ', ' '];

/** A text of repeated pieces, up to the length `max`; its name makes a failure readable. */
interface Repeated {
  prefix: string;
  piece: string;
  suffix: string;
  max: number;
}

const textOf = ({ prefix, piece, suffix, max }: Repeated): string =>
  prefix +
  piece.repeat(Math.max(1, Math.floor((max - prefix.length - suffix.length) / piece.length))) +
  suffix;

/** A parser may reject long texts and be slow for short ones. */
const sizesOf = ({ max }: Pick<InputParser, 'max'>): number[] => [
  ...new Set([max, Math.ceil(max / 2), Math.min(max, 2000), Math.min(max, 250)]),
];

function repeated({ max, pieces = [], prefixes = [] }: InputParser): fc.Arbitrary<Repeated> {
  const short = fc.string({ unit: fc.constantFrom(...marks), minLength: 1, maxLength: 3 });
  const piece = pieces.length > 0 ? fc.oneof(fc.constantFrom(...pieces), short) : short;
  return fc.record({
    prefix: fc.constantFrom('', ...prefixes),
    piece: fc.array(piece, { minLength: 1, maxLength: 3 }).map((several) => several.join('')),
    suffix: fc.constantFrom('', '"', 'x', ' ', '\n', '\0', ']', '}'),
    max: fc.constantFrom(...sizesOf({ max })),
  });
}

async function expectDone(name: string, text: Repeated): Promise<void> {
  expect([name, text, await reader.read({ name, text: textOf(text) })]).toEqual([name, text, 'done']);
}

describe.each(Object.entries(inputParsers))('%s', (name, parser) => {
  it('parses repeated input in linear time', { retry: 0 }, async () => {
    const each = someCases([...(parser.pieces ?? []), ...usual].slice(0, 40), 5);
    for (const piece of each) {
      for (const max of someCases(sizesOf(parser), 2))
        await expectDone(name, { prefix: '', piece, suffix: '\0', max });
      for (const prefix of someCases((parser.prefixes ?? []).slice(0, 4)))
        await expectDone(name, { prefix, piece, suffix: '\0', max: parser.max });
    }
    await fc.assert(
      fc.asyncProperty(repeated(parser), (text) => expectDone(name, text)),
      { numRuns: randomRuns(20), endOnFailure: true },
    );
  });
});
