import { createHash } from 'node:crypto';
import { decrypt } from '../../../crypto/age/decrypt.ts';
import { encrypt } from '../../../crypto/age/encrypt.ts';
import { AgeIdentity, AgeRecipient } from '../../../crypto/age/keys/x25519.ts';
import { type Registrant, registrantStanza } from '../../../crypto/age/registrant.ts';
import type { Stanza } from '../../../crypto/age/stanza.ts';

/** Work on the bytes of a file, in this thread or another; keys are in text form. */
export type EncryptionWork =
  /** Encrypts a plain file to an age file. */
  | { type: 'encrypt'; recipient: string; registrant: Registrant | undefined }
  /** Decrypts a whole age file and returns the SHA-256 of the plain bytes. */
  | { type: 'hash'; identity: string };

/** Returns the output of a work; it releases the memory of a source piece before it requests the next. */
export function outputOf(
  work: EncryptionWork,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  return work.type === 'encrypt'
    ? encrypt(source, [AgeRecipient.parse(work.recipient)], extraStanzas(work.registrant))
    : hashed(decrypt(source, AgeIdentity.parse(work.identity)));
}

/** Returns the stanzas of a sold file besides the one of its key. */
export const extraStanzas = (registrant: Registrant | undefined): Stanza[] =>
  registrant ? [registrantStanza(registrant)] : [];

async function* hashed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  yield hash.digest();
}
