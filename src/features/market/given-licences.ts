import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainEvent } from '../chain/index.ts';
import type { LicenceDecisionRepository } from './repository/licence-decisions.ts';

export interface GivenLicencesOptions {
  decisions: LicenceDecisionRepository;
  /** `id` of the platform in the database. */
  platform: number;
  /** Returns all wallets of this node's owner. */
  owners: () => readonly RawAddress[];
}

/** Distinguishes licences that were ordered on this node from those that others gave to its wallets. */
export class GivenLicences {
  readonly #options: GivenLicencesOptions;

  constructor(options: GivenLicencesOptions) {
    this.#options = options;
  }

  /**
   * Records an event in the index's command, so that an order and its licence appear together.
   * @param isOrdered whether the event settled an order of the owner
   * @returns whether the owner is to be told of a licence that was not ordered here
   */
  note(event: ChainEvent, isOrdered: boolean): boolean {
    if (event.type !== 'licence_issued' && event.type !== 'licence_moved') return false;
    const { decisions, platform, owners } = this.#options;
    const { licence, owner } = event;
    const own = owners();
    if (!own.includes(owner)) return false;
    if (isOrdered) {
      decisions.order({ platform, licence, owner });
      return false;
    }
    if (decisions.of(platform, licence) !== undefined || !decisions.wasIndexed(platform)) return false;
    // Further gifts are not reported until the owner has decided, so that they do not fill the log.
    return !decisions.isOneWaiting(platform, own, licence);
  }
}
