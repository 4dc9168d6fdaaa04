import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainEvent } from '../chain/index.ts';
import type { LicenceDecisionRepository } from './repository/licence-decisions.ts';

export interface GivenLicencesOptions {
  decisions: LicenceDecisionRepository;
  /** `id` of the platform in the database. */
  platform: number;
  /** Returns all wallets of this node's owner. */
  owners: () => readonly RawAddress[];
  /** Called for a licence that was not ordered here, unless another one already waits for a decision. */
  onGiven: () => void;
}

/** Distinguishes licences that were ordered on this node from those that others gave to its wallets. */
export class GivenLicences {
  readonly #options: GivenLicencesOptions;

  constructor(options: GivenLicencesOptions) {
    this.#options = options;
  }

  /**
   * Records an event within the index's database transaction, so that an order and its licence appear together.
   * @param isOrdered whether the event settled an order of the owner
   */
  note(event: ChainEvent, isOrdered: boolean): void {
    if (event.type !== 'licence_issued' && event.type !== 'licence_moved') return;
    const { decisions, platform, owners, onGiven } = this.#options;
    const { licence, owner } = event;
    const own = owners();
    if (!own.includes(owner)) return;
    if (isOrdered) return decisions.order({ platform, licence, owner });
    if (decisions.of(platform, licence) !== undefined || !decisions.wasIndexed(platform)) return;
    // Further gifts are not reported until the owner has decided, so that they do not fill the log.
    if (!decisions.isOneWaiting(platform, own, licence)) onGiven();
  }
}
