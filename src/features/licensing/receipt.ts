import { type LicenceFacts, type Receipt, receipt as receiptSchema } from '../../contract/receipt.ts';
import { toTimestamp } from '../../core/clock.ts';
import { canonicalJson } from '../../crypto/canonical-json.ts';
import { type Identity, verifySignature } from '../../crypto/identity.ts';

/** Longest receipt in bytes. */
export const longestReceipt = 4096;

/** Reasons for rejecting a receipt. */
export type ReceiptFault = 'not_a_receipt' | 'not_canonical' | 'other_node' | 'bad_signature';

export type ReceiptVerdict = { ok: true; receipt: Receipt } | { ok: false; fault: ReceiptFault };

/** Returns the signed bytes: a prefix line and the RFC 8785 form without the signature (docs/receipts.md). */
function receiptBytes(receipt: Omit<Receipt, 'signature'> & { signature?: string }): Buffer {
  const { signature: _, ...signed } = receipt;
  return Buffer.from(`alcove receipt v1\n${canonicalJson(signed)}`);
}

/**
 * Signs the statement that this node delivers the key of a licence.
 * @param now Unix milliseconds
 */
export function signReceipt(identity: Identity, facts: LicenceFacts, now: number): Receipt {
  const unsigned = {
    ...facts,
    alcove_receipt: 1,
    delivered_at: toTimestamp(now),
    node: identity.id,
  } as const;
  return { ...unsigned, signature: identity.sign(receiptBytes(unsigned)) };
}

/** Returns a receipt as a file: one line of canonical JSON. */
export const receiptFile = (receipt: Receipt): Buffer => Buffer.from(`${canonicalJson(receipt)}\n`);

/**
 * Verifies a receipt, of which only the canonical form is accepted.
 * @param node the key of the node known to have delivered; without it, the key in the receipt is used
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
