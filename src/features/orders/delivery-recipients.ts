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
/** Found and foreign recipients that are remembered. */
const mostKnown = 10_000;

/**
 * Derives the recipients that this node's orders name: the selling node encrypts the content key to them. They follow
 * from the node's secret, so that a restored node finds them again.
 */
export class DeliveryRecipients {
  readonly #options: DeliveryRecipientsOptions;
  readonly #known = new Map<string, AgeIdentity | null>();

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
    const name = `${content} ${owner} ${recipient.toString('hex')}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known ?? undefined;
    const found =
      this.#search(recipient, { content, owner }) ?? this.#search(recipient, { content, owner: null });
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(name, found ?? null);
    return found;
  }

  #search(recipient: Buffer, scope: RecipientScope): AgeIdentity | undefined {
    const count = this.#options.countOf(scope);
    for (let n = count + mostForgotten - 1; n >= Math.max(0, count - mostSearched); n--) {
      const identity = this.#identity(scope, n);
      if (identity.recipient.bytes.equals(recipient)) return identity;
    }
    return undefined;
  }

  #identity({ content, owner }: RecipientScope, n: number): AgeIdentity {
    const { nodeSecret, network } = this.#options;
    const info = `alcove/delivery/v1/${network}/${content}/${owner ?? '-'}/${n}`;
    return AgeIdentity.fromSecret(new Uint8Array(hkdfSync('sha256', nodeSecret, '', info, 32)));
  }
}
