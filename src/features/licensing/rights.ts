import { ownerId } from '../../core/caller.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { ChainRecords, ContentRegistration } from '../content/index.ts';

export interface RightsOptions {
  chain: Pick<ChainRecords, 'byFile' | 'holds' | 'knownUntil'>;
  /** Returns whether the content belonged to this user before its registration or at the last check of the chain. */
  isOwn: (encrypted: Buffer, user: string) => boolean;
  /**
   * Returns the sold collections whose licences include a content; none that names a wallet of another network, because
   * anyone may register it here.
   */
  collectionsOf: (part: Buffer) => readonly Buffer[];
  /** Seconds for which the rights of other users stay valid while the chain is unavailable. */
  graceSeconds: () => number;
  clock: Clock;
}

/** Decides who may read an encrypted content, according to the chain if that is available. */
export class Rights {
  readonly #options: RightsOptions;

  constructor(options: RightsOptions) {
    this.#options = options;
  }

  /**
   * Returns whether a user has the right now. The owner of this node keeps the right while the chain is unavailable.
   * @throws NodeError `chain_unavailable` when it was unavailable for too long
   */
  has(encrypted: Buffer, user: string): boolean {
    const { chain, isOwn } = this.#options;
    // Before the registration the owner of the file counts; without a followed chain nothing can have changed that.
    if (!chain.byFile(encrypted) && isOwn(encrypted, user)) return true;
    const registered = this.registrations(encrypted);
    const isHeld = registered.some((content) => chain.holds(content, user));
    if (user !== ownerId && (isHeld || registered.length === 0)) this.requireKnownChain();
    return isHeld;
  }

  /** Returns the registrations whose licences include a content: its own, and those of sold collections. */
  registrations(encrypted: Buffer): ContentRegistration[] {
    const { chain, collectionsOf } = this.#options;
    return [encrypted, ...collectionsOf(encrypted)].flatMap((sha256) => chain.byFile(sha256) ?? []);
  }

  /** Returns the error with price and address for a user without a right. */
  refusal(content: ContentRegistration | undefined, address: string | undefined): NodeError {
    return content && address !== undefined
      ? new NodeError('licence_required', 'licensing.licenceNeeded', {
          members: {
            price: String(content.price),
            resale_price: String(content.allowResale ? content.resalePrice : content.price),
            content_address: address,
          },
        })
      : new NodeError('licence_required', 'licensing.saleUnderWay');
  }

  /** @throws NodeError `chain_unavailable` when the chain was unavailable for too long */
  requireKnownChain(): void {
    const { chain, clock, graceSeconds } = this.#options;
    const until = chain.knownUntil();
    if (until === undefined || clock() - until <= graceSeconds() * 1000) return;
    throw new NodeError(
      'chain_unavailable',
      until > 0
        ? message('licensing.licenceUnconfirmedSince', { since: toTimestamp(until) })
        : 'licensing.licenceUnconfirmed',
    );
  }
}
