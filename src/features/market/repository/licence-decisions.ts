import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';

/**
 * `ordered`: on this node; `accepted`, `declined`: the owner's answer; `found`: existed at the first indexing, not
 * decided yet.
 */
export type LicenceDecision = 'ordered' | 'accepted' | 'declined' | 'found';

/** Numbers of licences by decision; `given`: undecided, including found ones. */
export interface LicenceCounts {
  kept: number;
  given: number;
  declined: number;
  found: number;
}

interface Decided {
  platform: number;
  licence: string;
  /** The holder. */
  owner: string;
}

interface Whose {
  platform: number;
  owners: string;
}

/** Stores the decisions of this node's owner about licences; addresses raw. */
export class LicenceDecisionRepository {
  readonly #commands: Commands;
  readonly #one: Statement<[number, string], LicenceDecision>;
  readonly #order: Statement<[Decided]>;
  readonly #decide: Statement<[Decided & { decision: 'accepted' | 'declined' }]>;
  readonly #counts: Statement<[Whose], { decision: LicenceDecision | 'given'; n: number }>;
  readonly #waiting: Statement<[Whose & { besides: string }]>;
  readonly #wasIndexed: Statement<[number]>;
  readonly #markIndexed: Statement<[number]>;
  readonly #find: Statement<[Whose]>;
  readonly #acceptFound: Statement<[number]>;
  readonly #forgetFound: Statement<[number]>;
  readonly #hasMoved: Statement<[Whose], unknown>;
  readonly #forgetMoved: Statement<[Whose]>;

  constructor(db: Db, commands: Commands = new GroupCommit(db)) {
    this.#commands = commands;
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
    this.#decide = db.prepare(
      `${put} VALUES (@platform, @licence, @owner, @decision)
       ON CONFLICT DO UPDATE SET owner = excluded.owner, decision = excluded.decision WHERE decision <> 'ordered'`,
    );
    this.#counts = db.prepare(
      `SELECT coalesce(decision, 'given') AS decision, count(*) AS n ${ofLicences} GROUP BY 1`,
    );
    this.#waiting = db.prepare(
      `SELECT 1 ${ofLicences} AND decision IS NULL AND licences.address <> @besides LIMIT 1`,
    );
    this.#wasIndexed = db.prepare('SELECT 1 FROM first_looks WHERE platform = ?');
    this.#markIndexed = db.prepare('INSERT INTO first_looks VALUES (?)');
    this.#find = db.prepare(
      `${put} SELECT licences.platform, licences.address, licences.owner, 'found' ${ofLicences} AND decision IS NULL`,
    );
    const ofFound = "WHERE platform = ? AND decision = 'found'";
    this.#acceptFound = db.prepare(`UPDATE licence_decisions SET decision = 'accepted' ${ofFound}`);
    this.#forgetFound = db.prepare(`DELETE FROM licence_decisions ${ofFound}`);
    const moved = `FROM licence_decisions WHERE platform = @platform AND EXISTS (
      SELECT 1 FROM licences WHERE licences.platform = licence_decisions.platform
        AND address = licence_address AND licences.owner <> licence_decisions.owner AND NOT licences.${isTheirs})`;
    this.#hasMoved = db.prepare(`SELECT 1 ${moved} LIMIT 1`);
    this.#forgetMoved = db.prepare(`DELETE ${moved}`);
  }

  /** @returns undefined when the owner was not asked yet */
  of(platform: number, licence: string): LicenceDecision | undefined {
    return this.#one.get(platform, licence);
  }

  /** Marks a licence as ordered by the owner; runs in the index's command. */
  order(decided: Decided): void {
    this.#order.run(decided);
  }

  /**
   * Stores the owner's decision.
   * @returns false when the licence was ordered here and needs no decision
   */
  decide(decided: Decided, decision: 'accepted' | 'declined'): Promise<boolean> {
    return commitAtOnce(this.#commands, () => this.#decide.run({ ...decided, decision }).changes > 0);
  }

  counts(platform: number, owners: readonly string[]): LicenceCounts {
    const counts = { ordered: 0, accepted: 0, declined: 0, found: 0, given: 0 };
    for (const { decision, n } of this.#counts.all(whose(platform, owners))) counts[decision] = n;
    const { ordered, accepted, declined, found, given } = counts;
    return { kept: ordered + accepted, given: given + found, declined, found };
  }

  /** Returns whether another licence waits for a decision. */
  isOneWaiting(platform: number, owners: readonly string[], besides: string): boolean {
    return this.#waiting.get({ ...whose(platform, owners), besides }) !== undefined;
  }

  /** Returns whether this platform was completely indexed before. */
  wasIndexed(platform: number): boolean {
    return this.#wasIndexed.get(platform) !== undefined;
  }

  /**
   * Marks a platform as completely indexed. The first time, all undecided licences become `found`, so that the owner
   * can decide about them together.
   */
  async markIndexed(platform: number, owners: readonly string[]): Promise<void> {
    if (this.wasIndexed(platform)) return;
    await commitAtOnce(this.#commands, () => {
      // Another replica may have.
      if (this.wasIndexed(platform)) return;
      this.#markIndexed.run(platform);
      this.#find.run(whose(platform, owners));
    });
  }

  /** @param all whether all found licences are accepted; otherwise each is decided separately */
  decideFound(platform: number, all: boolean): Promise<void> {
    return commitAtOnce(
      this.#commands,
      () => void (all ? this.#acceptFound : this.#forgetFound).run(platform),
    );
  }

  /** Removes decisions about licences that moved to others, because a licence that returns needs a new decision. */
  async forgetMoved(platform: number, owners: readonly string[]): Promise<void> {
    const moved = whose(platform, owners);
    if (this.#hasMoved.get(moved) === undefined) return;
    await commitAtOnce(this.#commands, () => void this.#forgetMoved.run(moved));
  }
}

const whose = (platform: number, owners: readonly string[]): Whose => ({
  platform,
  owners: JSON.stringify(owners),
});
