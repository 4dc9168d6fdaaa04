import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';

/** `ordered` on this node, or what the owner answered; `found`: asked about all at once, and not answered yet. */
export type LicenceDecision = 'ordered' | 'accepted' | 'declined' | 'found';

/** How many licences of some wallets stand how; `given`: they wait for a decision, those that were found included. */
export interface LicenceCounts {
  kept: number;
  given: number;
  declined: number;
  found: number;
}

interface Decided {
  platform: number;
  licence: string;
  /** Who holds it. */
  owner: string;
}

interface Whose {
  platform: number;
  owners: string;
}

/** What the owner of this node decided about licences of their wallets; addresses raw. */
export class LicenceDecisionRepository {
  readonly #inTransaction: InTransaction;
  readonly #one: Statement<[number, string], LicenceDecision>;
  readonly #order: Statement<[Decided]>;
  readonly #answer: Statement<[Decided & { decision: 'accepted' | 'declined' }]>;
  readonly #counts: Statement<[Whose], { decision: LicenceDecision | 'given'; n: number }>;
  readonly #waiting: Statement<[Whose & { besides: string }]>;
  readonly #hasLooked: Statement<[number]>;
  readonly #look: Statement<[number]>;
  readonly #find: Statement<[Whose]>;
  readonly #acceptFound: Statement<[number]>;
  readonly #forgetFound: Statement<[number]>;
  readonly #forgetMoved: Statement<[Whose]>;

  constructor(db: Db) {
    this.#inTransaction = transactionsOf(db);
    const isTheirs = 'owner IN (SELECT value FROM json_each(@owners))';
    const ofLicences = `FROM licences INDEXED BY licences_by_owner LEFT JOIN licence_decisions AS decided
      ON decided.platform = licences.platform AND decided.licence_address = licences.address
      WHERE licences.platform = @platform AND licences.${isTheirs}`;
    this.#one = db
      .prepare<[number, string], LicenceDecision>(
        'SELECT decision FROM licence_decisions WHERE platform = ? AND licence_address = ?',
      )
      .pluck();
    const put = 'INSERT INTO licence_decisions (platform, licence_address, owner, decision)';
    this.#order = db.prepare(
      `${put} VALUES (@platform, @licence, @owner, 'ordered')
       ON CONFLICT DO UPDATE SET owner = excluded.owner, decision = 'ordered'`,
    );
    this.#answer = db.prepare(
      `${put} VALUES (@platform, @licence, @owner, @decision)
       ON CONFLICT DO UPDATE SET owner = excluded.owner, decision = excluded.decision WHERE decision <> 'ordered'`,
    );
    this.#counts = db.prepare(
      `SELECT coalesce(decision, 'given') AS decision, count(*) AS n ${ofLicences} GROUP BY 1`,
    );
    this.#waiting = db.prepare(
      `SELECT 1 ${ofLicences} AND decision IS NULL AND licences.address <> @besides LIMIT 1`,
    );
    this.#hasLooked = db.prepare('SELECT 1 FROM first_looks WHERE platform = ?');
    this.#look = db.prepare('INSERT INTO first_looks VALUES (?)');
    this.#find = db.prepare(
      `${put} SELECT licences.platform, licences.address, licences.owner, 'found' ${ofLicences} AND decision IS NULL`,
    );
    const ofFound = "WHERE platform = ? AND decision = 'found'";
    this.#acceptFound = db.prepare(`UPDATE licence_decisions SET decision = 'accepted' ${ofFound}`);
    this.#forgetFound = db.prepare(`DELETE FROM licence_decisions ${ofFound}`);
    this.#forgetMoved = db.prepare(
      `DELETE FROM licence_decisions WHERE platform = @platform AND EXISTS (
         SELECT 1 FROM licences WHERE licences.platform = licence_decisions.platform
           AND address = licence_address AND licences.owner <> licence_decisions.owner AND NOT licences.${isTheirs})`,
    );
  }

  /** @returns undefined where the owner was not asked yet */
  of(platform: number, licence: string): LicenceDecision | undefined {
    return this.#one.get(platform, licence);
  }

  /** An order of the owner brought it; for the index's own transaction. */
  order(decided: Decided): void {
    this.#order.run(decided);
  }

  /** @returns false where it was ordered here: nobody is asked about that */
  answer(decided: Decided, decision: 'accepted' | 'declined'): boolean {
    return this.#answer.run({ ...decided, decision }).changes > 0;
  }

  counts(platform: number, owners: readonly string[]): LicenceCounts {
    const counts = { ordered: 0, accepted: 0, declined: 0, found: 0, given: 0 };
    for (const { decision, n } of this.#counts.all(whose(platform, owners))) counts[decision] = n;
    const { ordered, accepted, declined, found, given } = counts;
    return { kept: ordered + accepted, given: given + found, declined, found };
  }

  /** Whether a licence waits for a decision, beside this one. */
  isOneWaiting(platform: number, owners: readonly string[], besides: string): boolean {
    return this.#waiting.get({ ...whose(platform, owners), besides }) !== undefined;
  }

  /** Whether this platform was read to its end before. */
  hasLooked(platform: number): boolean {
    return this.#hasLooked.get(platform) !== undefined;
  }

  /** The platform is read to its end: what is there the first time, the owner is asked about all at once. */
  look(platform: number, owners: readonly string[]): void {
    if (this.hasLooked(platform)) return;
    this.#inTransaction(() => {
      this.#look.run(platform);
      this.#find.run(whose(platform, owners));
    });
  }

  /** @param all whether all that was found is accepted; else the owner decides about each */
  answerFound(platform: number, all: boolean): void {
    (all ? this.#acceptFound : this.#forgetFound).run(platform);
  }

  /** Forgets decisions about licences that others hold by now: if one comes back, that is another matter. */
  forgetMoved(platform: number, owners: readonly string[]): void {
    this.#forgetMoved.run(whose(platform, owners));
  }
}

const whose = (platform: number, owners: readonly string[]): Whose => ({
  platform,
  owners: JSON.stringify(owners),
});
