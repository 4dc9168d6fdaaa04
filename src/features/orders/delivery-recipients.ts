import { hkdfSync } from 'node:crypto';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import { AgeIdentity } from '../../crypto/age/keys/x25519.ts';

/** An order for a licence, as far as its recipient depends on it. */
export interface RecipientScope {
  /** The content. */
  content: RawAddress;
  /** The future owner of the licence; null: whoever pays. */
  owner: RawAddress | null;
}

export interface DeliveryRecipientsOptions {
  nodeSecret: Uint8Array;
  network: string;
  /** Returns how many orders of this node are for the same. */
  countOf: (scope: RecipientScope) => number;
}

/** A restored node has forgotten its orders, and finds the recipients of so many. */
const mostForgotten = 32;
/** Limits a search where visitors without a wallet placed very many orders for one content. */
const mostSearched = 256;
/** Scopes whose recipients are remembered: strangers can give many licences of one content, and one takes 5 ms. */
const mostScopes = 1000;

/**
 * Derives the recipients that this node's orders name: the selling node encrypts the content key to them. They follow
 * from the node's secret, so that a restored node finds them again.
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
   * Finds the identity of a recipient that a licence names.
   * @param owner of the licence
   * @returns undefined when the recipient is not of this node
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
    for (let n = count + mostForgotten - 1; n >= Math.max(0, count - mostSearched); n--) {
      recipients[n] ??= this.#identity(scope, n).recipient.bytes.toString('hex');
      if (recipients[n] === named) return this.#identity(scope, n);
    }
    return undefined;
  }

  #recipientsOf({ content, owner }: RecipientScope): string[] {
    const name = `${content}/${owner ?? '-'}`;
    const known = this.#recipients.get(name);
    if (known) return known;
    if (this.#recipients.size >= mostScopes) this.#recipients.clear();
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
