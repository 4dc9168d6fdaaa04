import { ownerId } from '../core/caller.ts';
import { NodeError } from '../core/node-error.ts';
import { ArrivingBytes } from './arriving-bytes.ts';

export interface QuotasOptions {
  /** For everything together. */
  quotaBytes: number | undefined;
  /** For each user but the owner. */
  userQuotaBytes: number;
  /** Bytes that are stored in all. */
  stored: () => number;
  /** Bytes that a user holds. */
  heldBy: (user: string) => number;
}

/** How much may be stored. What is on its way counts as if it were there. */
export class Quotas {
  readonly #options: QuotasOptions;
  /** What uploads bring, in parts or not. A reservation that would be too much throws `insufficient_storage`. */
  readonly arriving = new ArrivingBytes((user, more) => this.#check(user, more));

  constructor(options: QuotasOptions) {
    this.#options = options;
  }

  #check(user: string, more: number): void {
    const { quotaBytes, userQuotaBytes, stored, heldBy } = this.#options;
    if (quotaBytes !== undefined && stored() + this.arriving.total + more > quotaBytes) {
      throw new NodeError(
        'insufficient_storage',
        'The storage quota of this node is used up. Delete content or raise storage.quota_bytes.',
      );
    }
    if (user === ownerId) return;
    if (heldBy(user) + this.arriving.of(user) + more > userQuotaBytes) {
      throw new NodeError(
        'insufficient_storage',
        `You may store ${userQuotaBytes} bytes on this node. Ask its owner to delete something or to raise storage.user_quota_bytes.`,
      );
    }
  }
}
