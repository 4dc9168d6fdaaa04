import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { ShareKey } from './share-repository.ts';

/** Stores which contents on a public node belong to the shared collections there. */
export class SharePartRepository {
  readonly #of: Statement<[ShareKey], ShareKey>;
  readonly #sharedOf: Statement<[ShareKey], Buffer>;
  readonly #with: Statement<[ShareKey], ShareKey>;
  readonly #put: Statement<[ShareKey & { part: Buffer }]>;
  readonly #listed: Statement<[ShareKey], { whole: Buffer }>;
  readonly #remove: Statement<[ShareKey]>;

  constructor(db: Db) {
    this.#of = db.prepare(
      'SELECT part AS sha256, host FROM share_parts WHERE whole = @sha256 AND host = @host',
    );
    this.#sharedOf = db
      .prepare<[ShareKey], Buffer>(
        `SELECT part FROM share_parts JOIN shares ON shares.sha256 = part AND shares.host = share_parts.host
         WHERE whole = @sha256 AND share_parts.host = @host AND state IN ('waiting', 'shared')`,
      )
      .pluck();
    this.#with = db.prepare(
      'SELECT whole AS sha256, host FROM share_parts WHERE part = @sha256 AND host = @host',
    );
    this.#put = db.prepare(
      'INSERT OR IGNORE INTO share_parts (whole, host, part) VALUES (@sha256, @host, @part)',
    );
    this.#listed = db.prepare(
      `SELECT whole FROM share_parts JOIN shares ON shares.sha256 = whole AND shares.host = share_parts.host
       WHERE part = @sha256 AND share_parts.host = @host AND listed = 1 LIMIT 1`,
    );
    this.#remove = db.prepare('DELETE FROM share_parts WHERE whole = @sha256 AND host = @host');
  }

  /** Returns the parts of a collection. */
  partsOf({ sha256, host }: ShareKey): ShareKey[] {
    return this.#of.all({ sha256, host });
  }

  /** Returns the parts of a collection that are shared with it, or being sent. */
  sharedPartsOf({ sha256, host }: ShareKey): Buffer[] {
    return this.#sharedOf.all({ sha256, host });
  }

  /** Returns the collections that a content is a part of. */
  collectionsWith({ sha256, host }: ShareKey): ShareKey[] {
    return this.#with.all({ sha256, host });
  }

  /** Returns whether a content is a part of a listed collection. */
  isListed({ sha256, host }: ShareKey): boolean {
    return this.#listed.get({ sha256, host }) !== undefined;
  }

  put({ sha256, host }: ShareKey, part: Buffer): void {
    this.#put.run({ sha256, host, part });
  }

  /** Removes all parts of a collection; their shares stay. */
  remove({ sha256, host }: ShareKey): void {
    this.#remove.run({ sha256, host });
  }
}
