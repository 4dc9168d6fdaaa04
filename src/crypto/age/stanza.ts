import { aead, tagSize } from './aead.ts';
import { AgeError } from './age-error.ts';

/** Part of a header: the file key, encrypted for one recipient. */
export interface Stanza {
  /** The type of recipient. */
  type: string;
  args: string[];
  body: Uint8Array;
}

/** Size of a file key in bytes. */
export const fileKeySize = 16;
const wrappedSize = fileKeySize + tagSize;
/** Every wrap key is used once, so a fixed nonce is safe. */
const nonce = new Uint8Array(12);

export const wrapFileKey = (wrapKey: Uint8Array, fileKey: Uint8Array): Uint8Array =>
  aead.encrypt(wrapKey, nonce, fileKey);

/** @returns undefined when the stanza is for another key */
export const unwrapFileKey = (wrapKey: Uint8Array, body: Uint8Array): Uint8Array | undefined =>
  aead.decrypt(wrapKey, nonce, body);

/**
 * Throws unless a stanza has the number of arguments and the body length of its type. Bodies of other lengths must not
 * be decrypted, because the result would reveal which of several keys a recipient has.
 */
export function requireShape({ type, args, body }: Stanza, argCount: number): void {
  if (args.length !== argCount || body.length !== wrappedSize) {
    throw new AgeError(
      'malformed_header',
      `A stanza of type ${type} in the header of this file is malformed.`,
    );
  }
}
