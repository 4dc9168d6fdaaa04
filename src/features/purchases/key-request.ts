import { createHash } from 'node:crypto';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import type { DeliveredKey } from '../../contract/node-api/licensing.ts';
import { type LicenceFacts, licenceFacts, type Receipt } from '../../contract/receipt.ts';
import { AgeError } from '../../crypto/age/age-error.ts';
import { dearmor } from '../../crypto/age/armor.ts';
import { decryptBytes } from '../../crypto/age/in-memory.ts';
import { AgeIdentity } from '../../crypto/age/keys/x25519.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import { receiptFile, verifyReceipt } from '../licensing/index.ts';

/** The verified key response of a node for a licence. */
export interface VerifiedKey {
  /** `AGE-SECRET-KEY-1…` */
  key: string;
  /** Receipt as the text of its file. */
  receipt: string;
}

const invalidResponse = (text: ConstantMessageId): PeerError =>
  new PeerError('invalid_answer', text, { remedy: 'licensing.answerNotUsed' });

/** Requests the key of a licence, encrypted to a recipient. */
export class KeyRequest {
  readonly #identity: AgeIdentity;
  readonly #facts: LicenceFacts;

  /**
   * Prepares a request.
   * @param identity of the recipient; default: a new one for this request only
   */
  constructor(facts: LicenceFacts, identity = AgeIdentity.generate()) {
    this.#facts = facts;
    this.#identity = identity;
  }

  get recipient(): string {
    return this.#identity.recipient.toString();
  }

  /**
   * Verifies a key response against the chain.
   * @param nodeKey the pinned key of the responding node
   * @throws PeerError `invalid_answer`
   */
  async verify(response: DeliveredKey, nodeKey: string | null): Promise<VerifiedKey> {
    const key = await this.#decrypt(response.key);
    const hash = createHash('sha256').update(key).digest('hex');
    if (hash !== this.#facts.key_hash) throw invalidResponse('licensing.givenKeyWrong');
    return { key, receipt: this.#receiptFile(response.receipt, nodeKey) };
  }

  async #decrypt(armored: string): Promise<string> {
    try {
      return (await decryptBytes(dearmor(armored), this.#identity)).toString('latin1');
    } catch (error) {
      if (error instanceof AgeError) throw invalidResponse('licensing.givenKeyUnreadable');
      throw error;
    }
  }

  #receiptFile(receipt: Receipt | null, nodeKey: string | null): string {
    if (!receipt) throw invalidResponse('licensing.receiptMissing');
    const file = receiptFile(receipt);
    const verdict = nodeKey === null ? undefined : verifyReceipt(file, nodeKey);
    if (!verdict?.ok) throw invalidResponse('licensing.receiptUnsigned');
    const members = Object.keys(licenceFacts.shape) as (keyof LicenceFacts)[];
    if (members.some((member) => receipt[member] !== this.#facts[member])) {
      throw invalidResponse('licensing.receiptOfOther');
    }
    return file.toString();
  }
}
