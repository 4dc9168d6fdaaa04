import { NodeError } from '../../core/node-error.ts';
import { encryptedSize } from '../../crypto/age/encrypt.ts';
import { AgeRecipient } from '../../crypto/age/keys/x25519.ts';

const ageLine = 'age-encryption.org/v1\n';
/** Of whoever: all take the same room. */
const anyRecipient = new AgeRecipient(new Uint8Array(32));

/**
 * The largest file that is stored, in bytes: what the encryption of the largest upload makes of it. Who may upload a
 * file may sell it, here and through other nodes.
 */
export const mostStoredBytes = (maxUploadBytes: number): number =>
  encryptedSize(maxUploadBytes, [anyRecipient]);

/**
 * @param head the first bytes of the file
 * @throws NodeError `payload_too_large` for files above the limit, and encrypted ones above what they may have
 */
export function refuseTooLarge(size: number, head: Buffer, maxUploadBytes: number): void {
  const isEncrypted = head.subarray(0, ageLine.length).toString('latin1') === ageLine;
  if (size <= (isEncrypted ? mostStoredBytes(maxUploadBytes) : maxUploadBytes)) return;
  throw new NodeError(
    'payload_too_large',
    `The content is larger than the ${maxUploadBytes} bytes that this node takes (storage.max_upload_bytes).`,
  );
}
