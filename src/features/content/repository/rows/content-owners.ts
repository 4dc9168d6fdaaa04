import { networkId } from '../../../../core/caller.ts';
import type { Db, Statement } from '../../../../platform/sqlite/database.ts';

/**
 * Keeps the owners of contents, and in `uploaded_by` the first owner, whose texts the content shows, or `network` for a
 * copy without an owner. Callers run in the transaction that updates the index.
 */
export class ContentOwners {
  readonly #insert: Statement<[number, string, number]>;
  readonly #delete: Statement<[number, string]>;
  readonly #next: Statement<[number], { userId: string }>;
  readonly #other: Statement<[number, string], unknown>;
  readonly #hand: Statement<[string, number]>;
  readonly #rename: Statement<[{ name: string; title: string; at: number; number: number }]>;
  readonly #unlist: Statement<[number, number]>;
  readonly #use: Statement<[number, number]>;

  constructor(db: Db) {
    this.#insert = db.prepare(
      'INSERT OR IGNORE INTO content_holders (number, user_id, since) VALUES (?, ?, ?)',
    );
    this.#delete = db.prepare('DELETE FROM content_holders WHERE number = ? AND user_id = ?');
    this.#next = db.prepare(
      `SELECT user_id AS userId FROM content_holders WHERE number = ?
       ORDER BY user_id = '${networkId}', since, user_id LIMIT 1`,
    );
    this.#other = db.prepare(
      `SELECT 1 FROM content_holders WHERE number = ? AND user_id NOT IN (?, '${networkId}') LIMIT 1`,
    );
    this.#hand = db.prepare('UPDATE contents SET uploaded_by = ? WHERE number = ?');
    this.#rename = db.prepare(
      `UPDATE contents SET name = @name, title = @title, description = '', authors = '[]', hashtags = '[]',
         updated_at = @at WHERE number = @number`,
    );
    this.#unlist = db.prepare('UPDATE contents SET published = 0, updated_at = ? WHERE number = ?');
    this.#use = db.prepare('UPDATE copies SET last_used_at = ? WHERE number = ?');
  }

  /** Adds an owner, and returns whether the user did not own it before. */
  add(number: number, user: string, since: number): boolean {
    return this.#insert.run(number, user, since).changes === 1;
  }

  /** Removes an owner, and returns whether the user owned it. */
  remove(number: number, user: string): boolean {
    return this.#delete.run(number, user).changes === 1;
  }

  /** Returns the first owner; `network` only where there is no other. */
  next(number: number): string | undefined {
    return this.#next.get(number)?.userId;
  }

  /** Returns whether a user other than this one owns the content. */
  hasOther(number: number, user: string): boolean {
    return this.#other.get(number, user) !== undefined;
  }

  /** Makes a user the first owner, who may edit the texts. */
  hand(number: number, user: string): void {
    this.#hand.run(user, number);
  }

  /** Makes a user the first owner of a copy, and replaces its texts with those of the user. */
  adopt({ user, ...words }: { number: number; user: string; name: string; title: string; at: number }): void {
    this.#rename.run(words);
    this.#hand.run(user, words.number);
  }

  /**
   * Makes the next owner the first one, and unlists the content; with `network` as the next owner it becomes a copy
   * that was just used.
   */
  inherit({ number, heir, at }: { number: number; heir: string; at: number }): void {
    this.#hand.run(heir, number);
    this.#unlist.run(at, number);
    if (heir === networkId) this.#use.run(at, number);
  }
}
