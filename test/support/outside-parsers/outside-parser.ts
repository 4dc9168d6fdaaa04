/** A parser of the program for untrusted input. */
export interface OutsideParser {
  /** The longest text, in characters, that its callers accept. */
  most: number;
  /** Parts of its grammar: repeated, these keep a slow parser busy. */
  pieces?: readonly string[];
  /** Prefixes that lead far into the grammar. */
  prefixes?: readonly string[];
  /** A refusal is correct; a slow parser or a stack overflow is not. */
  parse(text: string): unknown;
}

export const KiB = 1024;
/** All headers of a message together. */
export const headers = 16 * KiB;
export const requestBody = 256 * KiB;
export const peerAnswer = 1024 * KiB;

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
export const jsonPieces = ['[', '{"a":', '"a",', '{"a":1,', '\\u0041', '1e5,', '[],', '"\\"'] as const;
