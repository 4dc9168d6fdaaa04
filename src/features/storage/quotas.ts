import { isGuest, networkId, ownerId } from '../../core/caller.ts';
import { NodeError } from '../../core/node-error.ts';
import { ArrivingBytes } from '../uploads/upload-reservations.ts';

/** How much may be stored, in bytes; undefined: as much as there is room for. They may change at any time. */
export interface StoreLimits {
  /** For everything together. */
  quotaBytes: number | undefined;
  /** For what came from other nodes and nobody here owns. */
  copiesBytes: number | undefined;
}

/** All of it at its cost (`storedCost`), as the limits count. */
export interface QuotasOptions {
  limits: () => StoreLimits;
  /** For each user but the owner. */
  userQuotaBytes: number;
  /** What is stored in all. */
  stored: () => number;
  /** What a user holds. */
  heldBy: (user: string) => number;
  /** What users hold and the owner does not. */
  heldByUsers: () => number;
  /** Copies that nobody owns, and what of them makes room where there is need. */
  copies: () => { bytes: number; evictable: number };
}

/** So much of the quota is for others than the owner at most: the rest is always the owner's. */
const othersShare = 0.9;

/** How much may be stored. What is on its way counts as if it were there, and what may go as if it were gone. */
export class Quotas {
  readonly #options: QuotasOptions;
  /** What is brought, in parts or not. A reservation that would be too much throws `insufficient_storage`. */
  readonly arriving = new ArrivingBytes((user, more) => this.check(user, more));

  constructor(options: QuotasOptions) {
    this.#options = options;
  }

  /** What would be too much, were `more` to be stored for a user; negative: what is left. */
  excess(user: string, more = 0): number {
    return Math.max(this.#excessOfAll(more), user === networkId ? this.#excessOfCopies(more) : -Infinity);
  }

  /** Whether a user may bring so much more, if what may go goes. */
  isRoomFor(user: string, more: number): boolean {
    const excess = this.excess(user, more);
    const isRoom = excess <= 0 || excess <= this.#options.copies().evictable;
    return isRoom && this.#isWithinOthersShare(user, more);
  }

  /** @throws NodeError `insufficient_storage` where a user may not bring so much more */
  check(user: string, more: number): void {
    const { userQuotaBytes, heldBy } = this.#options;
    if (!this.isRoomFor(user, more)) throw this.full(user, more);
    if (!isGuest(user)) return;
    if (heldBy(user) + this.arriving.of(user) + more > userQuotaBytes) {
      throw new NodeError(
        'insufficient_storage',
        `You may store ${userQuotaBytes} bytes on this node. Ask its owner to delete something or to raise storage.user_quota_bytes.`,
      );
    }
  }

  /** What is said when there is no room, by the limit that is in the way. */
  full(user: string, more = 0): NodeError {
    const ofCopies = user === networkId && this.#excessOfCopies(more) > Math.max(0, this.#excessOfAll(more));
    if (!ofCopies && user !== ownerId && !this.#isWithinOthersShare(user, more)) {
      return new NodeError(
        'insufficient_storage',
        'The room that this node has for its users is used up. Ask its owner to delete something or to raise storage.quota_bytes.',
      );
    }
    return new NodeError(
      'insufficient_storage',
      ofCopies
        ? `Copies from other nodes may take ${this.#options.limits().copiesBytes} bytes on this node, and what is kept or in use leaves no room. Let go of some, or raise storage.copies_bytes.`
        : 'The storage quota of this node is used up. Delete content or raise storage.quota_bytes.',
    );
  }

  #excessOfAll(more: number): number {
    const { quotaBytes } = this.#options.limits();
    if (quotaBytes === undefined) return Number.NEGATIVE_INFINITY;
    return this.#options.stored() + this.arriving.total + more - quotaBytes;
  }

  #excessOfCopies(more: number): number {
    const { copiesBytes } = this.#options.limits();
    if (copiesBytes === undefined) return Number.NEGATIVE_INFINITY;
    return this.#options.copies().bytes + this.arriving.of(networkId) + more - copiesBytes;
  }

  /** Stored copies are left out: they go when the owner needs room, or are kept because the owner said so. */
  #isWithinOthersShare(user: string, more: number): boolean {
    const { quotaBytes } = this.#options.limits();
    if (user === ownerId || quotaBytes === undefined) return true;
    const arriving = this.arriving.total - this.arriving.of(ownerId);
    return this.#options.heldByUsers() + arriving + more <= Math.floor(quotaBytes * othersShare);
  }
}
