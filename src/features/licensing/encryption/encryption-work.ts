import { createHash } from 'node:crypto';
import { decrypt } from '../../../crypto/age/decrypt.ts';
import { encrypt } from '../../../crypto/age/encrypt.ts';
import { AgeIdentity, AgeRecipient } from '../../../crypto/age/x25519.ts';

/** What is done with the bytes of a file, here or in a thread. Keys are in their text form. */
export type SealingWork =
  /** Makes an age file of a plain one. */
  | { type: 'encrypt'; recipient: string }
  /** Opens an age file, all of it, and gives the SHA-256 of what is in it. */
  | { type: 'hash'; identity: string };

/** @returns the bytes that come of it. A piece of the source is done with when the next is asked for */
export function worked(work: SealingWork, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return work.type === 'encrypt'
    ? encrypt(source, [AgeRecipient.parse(work.recipient)])
    : hashed(decrypt(source, AgeIdentity.parse(work.identity)));
}

async function* hashed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  yield hash.digest();
}
