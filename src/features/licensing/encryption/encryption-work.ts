import { createHash } from 'node:crypto';
import { decrypt } from '../../../crypto/age/decrypt.ts';
import { encrypt } from '../../../crypto/age/encrypt.ts';
import { AgeIdentity, AgeRecipient } from '../../../crypto/age/keys/x25519.ts';

/** Work on the bytes of a file, here or in a thread; keys are in their text form. */
export type EncryptionWork =
  /** Makes an age file of a plain one. */
  | { type: 'encrypt'; recipient: string }
  /** Opens an age file, all of it, and gives the SHA-256 of what is in it. */
  | { type: 'hash'; identity: string };

/** Returns the output of some work; a piece of the source is released when the next is requested. */
export function outputOf(
  work: EncryptionWork,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  return work.type === 'encrypt'
    ? encrypt(source, [AgeRecipient.parse(work.recipient)])
    : hashed(decrypt(source, AgeIdentity.parse(work.identity)));
}

async function* hashed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  yield hash.digest();
}
