import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import { isGuest, networkId, ownerId } from '../../core/caller.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { UploadReservations } from './upload-reservations.ts';

/** Storage limits in bytes; undefined: unlimited. They may change at any time. */
export interface StoreLimits {
  /** Limit for all contents together. */
  quotaBytes: number | undefined;
  /** Limit for copies without an owner. */
  copiesBytes: number | undefined;
}

/** Options of the quotas; amounts are costs (`storedCost`). */
export interface QuotasOptions {
  limits: () => StoreLimits;
  /** Limit for each user except the owner. */
  userQuotaBytes: number;
  /** Returns the cost of everything stored. */
  stored: () => number;
  /** Returns the cost of a user's contents. */
  heldBy: (user: string) => number;
  /** Returns the cost of contents that only users other than the owner own. */
  heldByUsers: () => number;
  /** Returns the cost of copies without an owner, and of the evictable ones. */
  copies: () => { bytes: number; evictable: number };
  /** Returns the cost of the trash, which makes space for everything but copies. */
  trash: () => number;
}

/** Share of the quota that users other than the owner may use. */
const othersShare = 0.9;

/** Enforces storage limits: reserved bytes count as stored, trash and evictable copies as free. */
export class Quotas {
  readonly #options: QuotasOptions;
  /** Reservations of all uploads; one beyond a limit throws `insufficient_storage`. */
  readonly reservations = new UploadReservations((user, more) => this.check(user, more));

  constructor(options: QuotasOptions) {
    this.#options = options;
  }

  /** Returns by how much storing `more` for a user exceeds a limit; a negative result is the remaining space. */
  excess(user: string, more = 0): number {
    return Math.max(this.#excessOfAll(more), user === networkId ? this.#excessOfCopies(more) : -Infinity);
  }

  /** Returns whether `more` fits for a user once trash and evictable copies are removed. */
  hasSpaceFor(user: string, more: number): boolean {
    const { copies, trash } = this.#options;
    const excess = this.excess(user, more);
    const isRoom = excess <= 0 || excess <= copies().evictable + (user === networkId ? 0 : trash());
    return isRoom && this.#isWithinOthersShare(user, more);
  }

  /** Checks the limits of a user. @throws NodeError `insufficient_storage` where `more` exceeds a limit */
  check(user: string, more: number): void {
    const { userQuotaBytes, heldBy } = this.#options;
    if (!this.hasSpaceFor(user, more)) throw this.full(user, more);
    if (!isGuest(user)) return;
    if (heldBy(user) + this.reservations.of(user) + more > userQuotaBytes) {
      throw noSpace(message('storage.userQuotaUsed', { max: userQuotaBytes }));
    }
  }

  /** Returns the problem that names the exceeded limit. */
  full(user: string, more = 0): NodeError {
    const ofCopies = user === networkId && this.#excessOfCopies(more) > Math.max(0, this.#excessOfAll(more));
    if (!ofCopies && user !== ownerId && !this.#isWithinOthersShare(user, more)) {
      return noSpace('storage.usersQuotaUsed');
    }
    return noSpace(
      ofCopies
        ? message('storage.copiesQuotaUsed', { max: this.#options.limits().copiesBytes ?? 0 })
        : 'storage.quotaUsed',
    );
  }

  #excessOfAll(more: number): number {
    const { quotaBytes } = this.#options.limits();
    if (quotaBytes === undefined) return Number.NEGATIVE_INFINITY;
    return this.#options.stored() + this.reservations.total + more - quotaBytes;
  }

  #excessOfCopies(more: number): number {
    const { copiesBytes } = this.#options.limits();
    if (copiesBytes === undefined) return Number.NEGATIVE_INFINITY;
    return this.#options.copies().bytes + this.reservations.of(networkId) + more - copiesBytes;
  }

  /**
   * Returns whether `more` fits the share of other users. Stored copies do not count: they are evictable, or the owner
   * keeps them.
   */
  #isWithinOthersShare(user: string, more: number): boolean {
    const { quotaBytes } = this.#options.limits();
    if (user === ownerId || quotaBytes === undefined) return true;
    const arriving = this.reservations.total - this.reservations.of(ownerId);
    return this.#options.heldByUsers() + arriving + more <= Math.floor(quotaBytes * othersShare);
  }
}

const noSpace = (text: ConstantMessageId | Message): NodeError => new NodeError('insufficient_storage', text);
