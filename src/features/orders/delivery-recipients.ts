import { hkdfSync } from 'node:crypto';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import { AgeIdentity } from '../../crypto/age/keys/x25519.ts';

/** The part of an order for a licence on which its delivery recipient depends. */
export interface RecipientScope {
  /** The content. */
  content: RawAddress;
  /** The future owner of the licence; null: the payer. */
  owner: RawAddress | null;
}

export interface DeliveryRecipientsOptions {
  nodeSecret: Uint8Array;
  network: string;
  /** Returns the number of this node's orders for the same content and owner. */
  countOf: (scope: RecipientScope) => number;
}

/** Number of recipients for each scope that a restored node finds without its orders. */
const maxForgotten = 32;
/** Limit of a search, because visitors without a wallet can place very many orders for one content. */
const maxSearched = 256;
/**
 * Number of scopes whose recipients are cached; strangers can give away many licences of one content, and each takes 5
 * ms.
 */
const maxScopes = 1000;

/**
 * Derives the delivery recipients of this node's orders from the node's secret, so that a restored node finds them
 * again; the selling node encrypts the content key to them.
 */
export class DeliveryRecipients {
  readonly #options: DeliveryRecipientsOptions;
  /** Recipients by scope and number, in hexadecimal, as far as they were derived. */
  readonly #recipients = new Map<string, string[]>();

  constructor(options: DeliveryRecipientsOptions) {
    this.#options = options;
  }

  /** Returns the public key for the next order. */
  next(scope: RecipientScope): Buffer {
    return this.#identity(scope, this.#options.countOf(scope)).recipient.bytes;
  }

  /**
   * Finds the identity of the recipient that a licence names.
   * @param owner of the licence
   * @returns undefined when the recipient does not belong to this node
   */
  find(
    recipient: Buffer,
    { content, owner }: { content: RawAddress; owner: RawAddress },
  ): AgeIdentity | undefined {
    const named = recipient.toString('hex');
    return this.#search(named, { content, owner }) ?? this.#search(named, { content, owner: null });
  }

  #search(named: string, scope: RecipientScope): AgeIdentity | undefined {
    const count = this.#options.countOf(scope);
    const recipients = this.#recipientsOf(scope);
    for (let n = count + maxForgotten - 1; n >= Math.max(0, count - maxSearched); n--) {
      recipients[n] ??= this.#identity(scope, n).recipient.bytes.toString('hex');
      if (recipients[n] === named) return this.#identity(scope, n);
    }
    return undefined;
  }

  #recipientsOf({ content, owner }: RecipientScope): string[] {
    const name = `${content}/${owner ?? '-'}`;
    const known = this.#recipients.get(name);
    if (known) return known;
    if (this.#recipients.size >= maxScopes) this.#recipients.clear();
    const recipients: string[] = [];
    this.#recipients.set(name, recipients);
    return recipients;
  }

  #identity({ content, owner }: RecipientScope, n: number): AgeIdentity {
    const { nodeSecret, network } = this.#options;
    const info = `alcove/delivery/v1/${network}/${content}/${owner ?? '-'}/${n}`;
    return AgeIdentity.fromSecret(new Uint8Array(hkdfSync('sha256', nodeSecret, '', info, 32)));
  }
}
