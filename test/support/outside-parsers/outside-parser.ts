/** One way of the program to read what somebody else wrote. */
export interface OutsideParser {
  /** The longest text, in characters, that its callers let through. */
  most: number;
  /** What its grammar is made of: repeated, these keep a bad parser busy. */
  pieces?: readonly string[];
  /** How texts begin that get far into the grammar. */
  prefixes?: readonly string[];
  /** Refusing is right; taking long, or running out of stack, is not. */
  parse(text: string): unknown;
}

export const KiB = 1024;
/** All headers of a message together. */
export const headers = 16 * KiB;
export const requestBody = 256 * KiB;
export const peerAnswer = 1024 * KiB;

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
export const jsonPieces = ['[', '{"a":', '"a",', '{"a":1,', '\\u0041', '1e5,', '[],', '"\\"'] as const;
