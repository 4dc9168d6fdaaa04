/** A parser of the program for untrusted input. */
export interface InputParser {
  /** The longest text, in characters, that its callers accept. */
  max: number;
  /** Parts of its grammar whose repetition keeps a slow parser busy. */
  pieces?: readonly string[];
  /** Prefixes that lead deep into the grammar. */
  prefixes?: readonly string[];
  /** Parses a text. A refusal is correct; slow parsing or a stack overflow is not. */
  parse(text: string): unknown;
}

export const KiB = 1024;
/** Limit of all headers of a message together. */
export const headers = 16 * KiB;
export const requestBody = 256 * KiB;
export const peerAnswer = 1024 * KiB;

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
export const jsonPieces = ['[', '{"a":', '"a",', '{"a":1,', '\\u0041', '1e5,', '[],', '"\\"'] as const;
