import { type LicenceFacts, type Receipt, receipt as receiptSchema } from '../../contract/receipt.ts';
import { toTimestamp } from '../../core/clock.ts';
import { canonicalJson } from '../../crypto/canonical-json.ts';
import { type Identity, verifySignature } from '../../crypto/identity.ts';

/** No receipt is longer, in bytes. */
export const longestReceipt = 4096;

/** What is wrong with a receipt. */
export type ReceiptFault = 'not_a_receipt' | 'not_canonical' | 'other_node' | 'bad_signature';

export type ReceiptVerdict = { ok: true; receipt: Receipt } | { ok: false; fault: ReceiptFault };

/** What a node signs: a prefix line and the RFC 8785 form without the signature (docs/receipts.md). */
function receiptBytes(receipt: Omit<Receipt, 'signature'> & { signature?: string }): Buffer {
  const { signature: _, ...signed } = receipt;
  return Buffer.from(`alcove receipt v1\n${canonicalJson(signed)}`);
}

/** States that this node delivers the key of a licence. @param now Unix milliseconds */
export function signReceipt(identity: Identity, facts: LicenceFacts, now: number): Receipt {
  const unsigned = {
    ...facts,
    alcove_receipt: 1,
    delivered_at: toTimestamp(now),
    node: identity.id,
  } as const;
  return { ...unsigned, signature: identity.sign(receiptBytes(unsigned)) };
}

/** A receipt as a file: one line of canonical JSON. */
export const receiptFile = (receipt: Receipt): Buffer => Buffer.from(`${canonicalJson(receipt)}\n`);

/**
 * Verifies a receipt by its bytes: every other spelling of the same is refused.
 * @param node the key of the node that is known to have delivered; without it any node's own statement counts
 */
export function verifyReceipt(file: Uint8Array, node?: string): ReceiptVerdict {
  const receipt = file.length > longestReceipt ? undefined : readReceipt(file);
  if (!receipt) return { ok: false, fault: 'not_a_receipt' };
  if (!receiptFile(receipt).equals(file)) return { ok: false, fault: 'not_canonical' };
  if (node !== undefined && receipt.node !== node) return { ok: false, fault: 'other_node' };
  const isSigned = verifySignature(receipt.node, receiptBytes(receipt), receipt.signature);
  return isSigned ? { ok: true, receipt } : { ok: false, fault: 'bad_signature' };
}

function readReceipt(file: Uint8Array): Receipt | undefined {
  try {
    return receiptSchema.safeParse(JSON.parse(Buffer.from(file).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
