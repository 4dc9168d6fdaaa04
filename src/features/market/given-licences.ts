import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainEvent } from '../chain/index.ts';
import type { LicenceDecisionRepository } from './repository/licence-decisions.ts';

export interface GivenLicencesOptions {
  decisions: LicenceDecisionRepository;
  /** Its `id` in the database. */
  platform: number;
  /** All wallets of this node's owner. */
  owners: () => readonly RawAddress[];
  /** Nobody ordered it here, and no other licence waits for a decision. */
  onGiven: () => void;
}

/** Distinguishes licences that were ordered on this node from those that others gave to its wallets. */
export class GivenLicences {
  readonly #options: GivenLicencesOptions;

  constructor(options: GivenLicencesOptions) {
    this.#options = options;
  }

  /**
   * Within the database transaction that has it in the index, so that an order and its licence are known at once.
   * @param isOrdered the owner asked for just this, and the order was settled by it
   */
  note(event: ChainEvent, isOrdered: boolean): void {
    if (event.type !== 'licence_issued' && event.type !== 'licence_moved') return;
    const { decisions, platform, owners, onGiven } = this.#options;
    const { licence, owner } = event;
    const own = owners();
    if (!own.includes(owner)) return;
    if (isOrdered) return decisions.order({ platform, licence, owner });
    if (decisions.of(platform, licence) !== undefined || !decisions.hasLooked(platform)) return;
    // One line until the owner has decided: however many come, they fill no log.
    if (!decisions.isOneWaiting(platform, own, licence)) onGiven();
  }
}
