import { createHash } from 'node:crypto';
import type { RestorePreview } from '../../contract/dashboard-api/administration/recovery.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { RecoveryDocument } from '../../contract/recovery-file.ts';
import { message } from '../../core/messages/message.ts';
import { identityFromSeed } from '../../crypto/identity.ts';
import { SecretBox } from '../../crypto/secret-box.ts';
import { verifyReceipt } from '../licensing/index.ts';
import { usableSettings } from './recovery-settings.ts';
import { marksOf, tally } from './recovery-tally.ts';

/** Returns the 32 bytes of the node's secret. */
export const secretOfRecovery = ({ node }: RecoveryDocument): Buffer => Buffer.from(node.secret, 'base64');

/**
 * Checks that the parts of a recovery file are consistent: the identity belongs to the secret, which decrypts every
 * key; every key matches the chain; every receipt is signed.
 * @returns readable problems
 */
export function inspectRecovery(document: RecoveryDocument): Message[] {
  const secret = secretOfRecovery(document);
  const box = new SecretBox(secret, 'content-key');
  const { content_keys: keys, receipts } = document.rows;
  const badKeys = keys.filter(({ key, key_hash }) => {
    const opened = box.decrypt(Buffer.from(key, 'hex'));
    return opened === undefined || createHash('sha256').update(opened).digest('hex') !== key_hash;
  });
  const badReceipts = receipts.filter((receipt) => !verifyReceipt(Buffer.from(receipt.document)).ok);
  return [
    ...(identityFromSeed(secret).id === document.node.public_key ? [] : [message('recovery.otherSecret')]),
    ...(badKeys.length > 0 ? [message('recovery.keysUnusable', { n: badKeys.length })] : []),
    ...(badReceipts.length > 0 ? [message('recovery.receiptsInvalid', { n: badReceipts.length })] : []),
  ];
}

/** Describes what a recovery file would restore on an unused node. */
export const previewRecovery = (document: RecoveryDocument): RestorePreview => ({
  made_at: document.made_at,
  alcove_version: document.alcove_version,
  public_key: document.node.public_key,
  problems: inspectRecovery(document),
  tallies: tally(marksOf(document), {}),
  settings_left_out: usableSettings(document.settings).leftOut,
});
