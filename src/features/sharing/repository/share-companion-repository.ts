import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { ShareKey } from './share-repository.ts';

/** A picture or preview that is sent together with a content. */
export interface Companion {
  role: 'cover' | 'preview';
  /** SHA-256 of its bytes. */
  companion: Buffer;
  /** The content of which it is the thumbnail; null: it is a content itself. */
  source: Buffer | null;
}

/** Stores which pictures and previews on a public node belong to which contents there. */
export class ShareCompanionRepository {
  readonly #of: Statement<[ShareKey], Companion>;
  readonly #with: Statement<[ShareKey], ShareKey & Companion>;
  readonly #ofSource: Statement<[Buffer], ShareKey & Companion>;
  readonly #put: Statement<[ShareKey & Companion]>;
  readonly #remove: Statement<[ShareKey & Pick<Companion, 'role'>]>;

  constructor(db: Db) {
    this.#of = db.prepare(
      'SELECT role, companion, source FROM share_companions WHERE sha256 = @sha256 AND host = @host',
    );
    this.#with = db.prepare(
      `SELECT sha256, host, role, companion, source FROM share_companions
       WHERE companion = @sha256 AND host = @host`,
    );
    this.#ofSource = db.prepare(
      'SELECT sha256, host, role, companion, source FROM share_companions WHERE source = ?',
    );
    this.#put = db.prepare(
      `INSERT INTO share_companions (sha256, host, role, companion, source)
       VALUES (@sha256, @host, @role, @companion, @source)
       ON CONFLICT DO UPDATE SET companion = excluded.companion, source = excluded.source`,
    );
    this.#remove = db.prepare(
      'DELETE FROM share_companions WHERE sha256 = @sha256 AND host = @host AND role = @role',
    );
  }

  /** Returns the pictures and previews that are sent together with a content. */
  of({ sha256, host }: ShareKey): Companion[] {
    return this.#of.all({ sha256, host });
  }

  /** Returns the contents together with which a picture or preview is sent. */
  with({ sha256, host }: ShareKey): (ShareKey & Companion)[] {
    return this.#with.all({ sha256, host });
  }

  /** Returns the shares whose cover is a thumbnail of this content. */
  ofSource(source: Buffer): (ShareKey & Companion)[] {
    return this.#ofSource.all(source);
  }

  put({ sha256, host }: ShareKey, { role, companion, source }: Companion): void {
    this.#put.run({ sha256, host, role, companion, source });
  }

  remove({ sha256, host }: ShareKey, role: Companion['role']): void {
    this.#remove.run({ sha256, host, role });
  }
}
