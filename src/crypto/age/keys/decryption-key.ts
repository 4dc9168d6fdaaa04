import { timingSafeEqual } from 'node:crypto';
import { AgeError } from '../age-error.ts';
import { headerMac } from '../derived-keys.ts';
import { maxHeaderBytes, parseHeader } from '../header.ts';
import { Payload, payloadNonceSize } from '../payload.ts';
import { type AgePassphrase, requireLonePassphrase } from './passphrase.ts';
import type { AgeIdentity } from './x25519.ts';

export type AgeKey = AgeIdentity | AgePassphrase;

/** The maximum number of first bytes that `openPayload` needs. */
export const maxStartBytes = maxHeaderBytes + payloadNonceSize;

/**
 * Authenticates the header of a file and decrypts its file key.
 * @param start the first bytes of the file
 * @returns the payload and its offset; undefined while more of the file is needed
 * @throws AgeError
 */
export async function openPayload(
  start: Uint8Array,
  key: AgeKey,
): Promise<{ payload: Payload; payloadAt: number } | undefined> {
  const header = parseHeader(start);
  if (!header) return undefined;
  const payloadAt = header.size + payloadNonceSize;
  if (start.length < payloadAt) return undefined;
  requireLonePassphrase(header.stanzas);
  const fileKey = await key.unwrap(header.stanzas);
  if (!fileKey) throw new AgeError('no_matching_key', 'This key or passphrase does not open this age file.');
  if (!timingSafeEqual(headerMac(fileKey, header.signed), header.mac)) {
    throw new AgeError('altered_header', 'The header of this age file was altered.');
  }
  return { payload: new Payload(fileKey, start.subarray(header.size, payloadAt)), payloadAt };
}

export const endsInHeader = (): AgeError =>
  new AgeError('truncated', 'This age file ends within its header.');
