/** Why a file or a key is refused. */
export type AgeErrorCode =
  | 'malformed_key' // An identity or recipient is invalid.
  | 'malformed_armor' // The text form (RFC 7468) is invalid, or not in strict form.
  | 'not_age'
  | 'unsupported_version'
  | 'malformed_header' // Violates the format, or exceeds this node's limits.
  | 'no_matching_key' // Encrypted for another recipient, or with another passphrase.
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
