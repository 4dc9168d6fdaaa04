/**
 * Why a file or a key is refused:
 * - `malformed_key`: an identity or recipient is invalid
 * - `malformed_armor`: the text form (RFC 7468) is invalid, or not in strict form
 * - `not_age`, `unsupported_version`: another kind of file
 * - `malformed_header`: against the rules of the format, or above this node's limits
 * - `no_matching_key`: encrypted for another recipient, or with another passphrase
 * - `altered_header`, `altered_payload`: the bytes fail authentication
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

/** An age file or key was refused. The message contains no keys, passphrases or contents. */
export class AgeError extends Error {
  readonly code: AgeErrorCode;

  constructor(code: AgeErrorCode, message: string) {
    super(message);
    this.name = 'AgeError';
    this.code = code;
  }
}
