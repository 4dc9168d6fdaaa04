import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { encryptedSize } from '../../crypto/age/encrypt.ts';
import { ageLine } from '../../crypto/age/header.ts';
import { AgeRecipient } from '../../crypto/age/keys/x25519.ts';
import { longestRegistrantStanza } from '../../crypto/age/registrant.ts';

/** Any recipient will do, because all add the same number of bytes. */
const anyRecipient = new AgeRecipient(new Uint8Array(32));

/**
 * Returns the limit for stored files in bytes: the encrypted size of the largest upload. Every file that may be
 * uploaded may then be sold, here and through other nodes.
 */
export const maxStoredBytes = (maxUploadBytes: number): number =>
  encryptedSize(maxUploadBytes, [anyRecipient], [longestRegistrantStanza]);

/**
 * Checks the size of a file.
 * @param head the first bytes of the file
 * @throws NodeError `payload_too_large` for a file above the limit, or an encrypted file above its own limit
 */
export function checkSize(size: number, head: Buffer, maxUploadBytes: number): void {
  const isEncrypted = head.subarray(0, ageLine.length).equals(ageLine);
  if (size <= (isEncrypted ? maxStoredBytes(maxUploadBytes) : maxUploadBytes)) return;
  throw new NodeError('payload_too_large', message('storage.uploadTooLarge', { max: maxUploadBytes }));
}
