import { networkId, ownerId } from '../../../core/caller.ts';
import { storedCost } from '../../../core/stored-cost.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

interface Amount {
  files: number;
  bytes: number;
  textBytes: number;
}

/** Reads the cost (`storedCost`) of stored contents from counters. */
export class StoreCostRepository {
  readonly #all: Statement<[], Amount>;
  readonly #ofUser: Statement<[string], Amount>;
  readonly #ofUsers: Statement<[], Amount>;

  constructor(db: Db) {
    this.#all = db.prepare(
      `SELECT totals.contents + trash_usage.contents AS files, content_bytes + trash_usage.bytes AS bytes,
         text_bytes AS textBytes FROM totals, trash_usage`,
    );
    this.#ofUser = db.prepare(
      `SELECT contents AS files, content_bytes AS bytes,
         coalesce((SELECT bytes FROM text_usage WHERE text_usage.user_id = user_usage.user_id), 0) AS textBytes
       FROM user_usage WHERE user_id = ?`,
    );
    const ofOwner = (column: string) =>
      `coalesce((SELECT ${column} FROM user_usage WHERE user_id = '${ownerId}'), 0)`;
    const ofCopies = (column: string) => `(SELECT total(${column}) FROM copy_usage WHERE kind <> 'owned')`;
    // One statement, because every upload of a user needs it several times.
    this.#ofUsers = db.prepare(
      `SELECT contents - ${ofOwner('contents')} - ${ofCopies('contents')} AS files,
         content_bytes - ${ofOwner('content_bytes')} - ${ofCopies('bytes')} AS bytes,
         text_bytes - (SELECT total(bytes) FROM text_usage WHERE user_id IN ('${ownerId}', '${networkId}')) AS textBytes
       FROM totals`,
    );
  }

  /** Returns the cost of everything stored, with the trash. */
  all(): number {
    return costOf(this.#all.get());
  }

  /** Returns the cost of a user's contents and texts. */
  ofUser(user: string): number {
    return costOf(this.#ofUser.get(user));
  }

  /** Returns the cost of contents that only users other than the owner own. */
  ofUsers(): number {
    return costOf(this.#ofUsers.get());
  }
}

const costOf = (amount: Amount | undefined): number => (amount ? storedCost(amount) : 0);
