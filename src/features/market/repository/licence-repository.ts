import type { LicenceKind } from '../../../contract/common.ts';
import type { ShownLicences } from '../../../contract/dashboard-api/purchases.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type ChainLicence, type LicenceRow, licenceColumns, readLicence } from '../../chain/index.ts';

/** Position after which a list of licences continues. */
export interface LicencePosition {
  issuedAt: number;
  address: string;
}

const decided = `FROM licence_decisions AS decided
  WHERE decided.platform = licences.platform AND decided.licence_address = licences.address`;
const isShown: Record<ShownLicences, string> = {
  kept: `EXISTS (SELECT 1 ${decided} AND decision IN ('ordered', 'accepted'))`,
  given: `NOT EXISTS (SELECT 1 ${decided} AND decision <> 'found')`,
  declined: `EXISTS (SELECT 1 ${decided} AND decision = 'declined')`,
};

/** A licence that its author sold. */
export interface IssuedLicence {
  /** Its first holder. */
  buyer: RawAddress;
  kind: LicenceKind;
  /** In nanograms. */
  price: bigint;
  /** In milliseconds. */
  at: number;
}

type IssuedRow = Omit<IssuedLicence, 'at'> & { at: bigint };

const maxIssued = 50;
const maxOffers = 20;
/** Sorts after the beginning of any address. */
const endOfAddresses = '~';

/** Reads licences of the chain, their holders and offers. */
export class ChainLicenceRepository {
  readonly #byAddress: Statement<[number, string], LicenceRow>;
  readonly #ofOwners: Readonly<
    Record<ShownLicences, Statement<[number, string, number, string, number, number], LicenceRow>>
  >;
  readonly #holdings: Statement<[string, string], LicenceRow>;
  readonly #offers: Statement<[number], LicenceRow>;
  readonly #issued: Statement<[number, string], IssuedRow>;
  readonly #countIssued: Statement<[number, string], bigint>;

  constructor(db: Db) {
    const select = `SELECT ${licenceColumns} FROM licences`;
    this.#byAddress = db
      .prepare<[number, string], LicenceRow>(`${select} WHERE platform = ? AND address = ?`)
      .safeIntegers();
    const ofOwners = (shown: ShownLicences) =>
      db
        .prepare<[number, string, number, string, number, number], LicenceRow>(
          `${select} INDEXED BY licences_by_owner
           WHERE platform = ? AND owner IN (SELECT value FROM json_each(?)) AND (issued_at, address) < (?, ?)
             AND ${isShown[shown]} ORDER BY issued_at DESC, address DESC LIMIT ? OFFSET ?`,
        )
        .safeIntegers();
    this.#ofOwners = { kept: ofOwners('kept'), given: ofOwners('given'), declined: ofOwners('declined') };
    this.#holdings = db
      .prepare<[string, string], LicenceRow>(
        `${select} INDEXED BY licences_by_content
         WHERE content IN (SELECT value FROM json_each(?)) AND owner IN (SELECT value FROM json_each(?))`,
      )
      .safeIntegers();
    this.#offers = db
      .prepare<[number], LicenceRow>(
        `${select} INDEXED BY licences_offered
         WHERE content = ? AND offer IS NOT NULL ORDER BY offer, address LIMIT ${maxOffers}`,
      )
      .safeIntegers();
    const issued = `FROM licences INDEXED BY licences_by_issue
      WHERE content = ? AND buyer NOT IN (SELECT value FROM json_each(?))`;
    this.#issued = db
      .prepare<[number, string], IssuedRow>(
        `SELECT buyer, kind, price, issued_at AS at ${issued} ORDER BY issued_at DESC LIMIT ${maxIssued}`,
      )
      .safeIntegers();
    this.#countIssued = db
      .prepare<[number, string], bigint>(`SELECT count(*) ${issued}`)
      .pluck()
      .safeIntegers();
  }

  /**
   * Returns the licences of a content that its author sold, except to these wallets.
   * @param content its id
   * @returns the newest, at most 50, and the number of all
   */
  issued(content: number, owners: readonly string[]): { newest: IssuedLicence[]; total: number } {
    const own = JSON.stringify(owners);
    const newest = this.#issued.all(content, own).map((row) => ({ ...row, at: Number(row.at) }));
    return { newest, total: Number(this.#countIssued.get(content, own) ?? 0n) };
  }

  /** @param address of the contract, raw */
  byAddress(platform: number, address: string): ChainLicence | undefined {
    const row = this.#byAddress.get(platform, address);
    return row && readLicence(row);
  }

  /** Returns the licences of some wallets, newest first, after a position, without the first `skip`. */
  ofOwners(
    platform: number,
    owners: readonly string[],
    shown: ShownLicences,
    { after, limit, skip = 0 }: { after?: LicencePosition | undefined; limit: number; skip?: number },
  ): ChainLicence[] {
    const { issuedAt, address } = after ?? { issuedAt: Number.MAX_SAFE_INTEGER, address: endOfAddresses };
    return this.#ofOwners[shown]
      .all(platform, JSON.stringify(owners), issuedAt, address, limit, skip)
      .map(readLicence);
  }

  /**
   * Returns the licences that some wallets hold of these contents.
   * @param contents their ids
   */
  holdings(contents: readonly number[], owners: readonly string[]): ChainLicence[] {
    return this.#holdings.all(JSON.stringify(contents), JSON.stringify(owners)).map(readLicence);
  }

  /**
   * Returns the cheapest offers of a content, at most 20.
   * @param content its id
   */
  offers(content: number): ChainLicence[] {
    return this.#offers.all(content).map(readLicence);
  }
}
