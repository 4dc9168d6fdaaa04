import type { Statement } from 'better-sqlite3';
import { type ChainLicence, type LicenceRow, licenceColumns, readLicence } from './chain-rows.ts';
import type { Db } from './open.ts';

/** Where a list of licences goes on. */
export interface LicencePosition {
  issuedAt: number;
  address: string;
}

const mostOffers = 20;
/** Greater than the beginning of any address. */
const endOfAddresses = '~';

/** Licences on the chain: who holds them, and what is offered. */
export class ChainLicenceRepository {
  readonly #byAddress: Statement<[number, string], LicenceRow>;
  readonly #ofOwners: Statement<[number, string, number, string, number, number], LicenceRow>;
  readonly #countOf: Statement<[number, string], { n: number }>;
  readonly #holdings: Statement<[string, string], LicenceRow>;
  readonly #offers: Statement<[number], LicenceRow>;

  constructor(db: Db) {
    const select = `SELECT ${licenceColumns} FROM licences`;
    this.#byAddress = db
      .prepare<[number, string], LicenceRow>(`${select} WHERE platform = ? AND address = ?`)
      .safeIntegers();
    this.#ofOwners = db
      .prepare<[number, string, number, string, number, number], LicenceRow>(
        `${select} INDEXED BY licences_by_owner
         WHERE platform = ? AND owner IN (SELECT value FROM json_each(?)) AND (issued_at, address) < (?, ?)
         ORDER BY issued_at DESC, address DESC LIMIT ? OFFSET ?`,
      )
      .safeIntegers();
    this.#countOf = db.prepare(
      `SELECT count(*) AS n FROM licences INDEXED BY licences_by_owner
       WHERE platform = ? AND owner IN (SELECT value FROM json_each(?))`,
    );
    this.#holdings = db
      .prepare<[string, string], LicenceRow>(
        `${select} INDEXED BY licences_by_content
         WHERE content IN (SELECT value FROM json_each(?)) AND owner IN (SELECT value FROM json_each(?))`,
      )
      .safeIntegers();
    this.#offers = db
      .prepare<[number], LicenceRow>(
        `${select} INDEXED BY licences_offered
         WHERE content = ? AND offer IS NOT NULL ORDER BY offer, address LIMIT ${mostOffers}`,
      )
      .safeIntegers();
  }

  /** @param address the contract's, raw */
  byAddress(platform: number, address: string): ChainLicence | undefined {
    const row = this.#byAddress.get(platform, address);
    return row && readLicence(row);
  }

  /** What some wallets hold, newest first, from after a position, without the first `skip`. */
  ofOwners(
    platform: number,
    owners: readonly string[],
    after: LicencePosition | undefined,
    limit: number,
    skip = 0,
  ): ChainLicence[] {
    const { issuedAt, address } = after ?? { issuedAt: Number.MAX_SAFE_INTEGER, address: endOfAddresses };
    return this.#ofOwners
      .all(platform, JSON.stringify(owners), issuedAt, address, limit, skip)
      .map(readLicence);
  }

  /** How many licences some wallets hold. */
  countOf(platform: number, owners: readonly string[]): number {
    return this.#countOf.get(platform, JSON.stringify(owners))?.n ?? 0;
  }

  /** What some wallets hold of these contents. @param contents their ids */
  holdings(contents: readonly number[], owners: readonly string[]): ChainLicence[] {
    return this.#holdings.all(JSON.stringify(contents), JSON.stringify(owners)).map(readLicence);
  }

  /** The cheapest offers of a content, at most 20. @param content its id */
  offers(content: number): ChainLicence[] {
    return this.#offers.all(content).map(readLicence);
  }
}
