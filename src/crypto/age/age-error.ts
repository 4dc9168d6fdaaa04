/**
 * What is wrong with a file or a key:
 * - `malformed_key`: an identity or recipient is none
 * - `malformed_armor`: the text form (RFC 7468) is none, or not written strictly
 * - `not_age`, `unsupported_version`: another kind of file
 * - `malformed_header`: against the rules of the format, or above this node's limits
 * - `no_matching_key`: made for somebody else, or another passphrase
 * - `altered_header`, `altered_payload`: bytes that its maker did not write
 * - `truncated`, `trailing_data`: bytes are missing at the end, or follow it
 */
export type AgeErrorCode =
  | 'malformed_key'
  | 'malformed_armor'
  | 'not_age'
  | 'unsupported_version'
  | 'malformed_header'
  | 'no_matching_key'
  | 'altered_header'
  | 'altered_payload'
  | 'truncated'
  | 'trailing_data';

/** Why an age file or key was refused. Its message holds nothing of keys, passphrases or contents. */
export class AgeError extends Error {
  readonly code: AgeErrorCode;

  constructor(code: AgeErrorCode, message: string) {
    super(message);
    this.name = 'AgeError';
    this.code = code;
  }
}
