import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** How far the check of everything stored is. Times in milliseconds. */
export interface StoreCheckState {
  /** null: none is in progress. */
  beganAt: number | null;
  /** Whether somebody asked for it; else it was due. */
  asked: boolean;
  /** The hash up to which it came; null: it begins. */
  after: Buffer | null;
  /** Contents checked since it began. */
  verified: number;
  finishedAt: number | null;
  /** Somebody ended one: the next does not begin before. */
  notBefore: number;
}

type Stored = Omit<StoreCheckState, 'asked'> & { asked: number };

/** The place of the background check, and when each content was last checked. */
export class StoreCheckRepository {
  readonly #db: Db;
  readonly #state: Statement<[], Stored>;
  readonly #write: Statement<[Stored]>;
  readonly #page: Statement<[Buffer, number], { sha256: Buffer; size: number; verifiedAt: number | null }>;
  readonly #verified: Statement<[number, Buffer]>;

  constructor(db: Db) {
    this.#db = db;
    this.#state = db.prepare(
      `SELECT began_at AS beganAt, asked, after_sha256 AS after, verified, finished_at AS finishedAt,
         not_before AS notBefore FROM store_check`,
    );
    this.#write = db.prepare(
      `UPDATE store_check SET began_at = @beganAt, asked = @asked, after_sha256 = @after, verified = @verified,
         finished_at = @finishedAt, not_before = @notBefore`,
    );
    this.#page = db.prepare(
      'SELECT sha256, size, verified_at AS verifiedAt FROM contents WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
    );
    this.#verified = db.prepare('UPDATE contents SET verified_at = ? WHERE sha256 = ?');
  }

  read(): StoreCheckState {
    const { asked, ...state } = this.#state.get() as Stored;
    return { ...state, asked: asked === 1 };
  }

  /** Writes down how far it is, and what was found whole since then, in one. */
  write(state: StoreCheckState, whole: readonly { sha256: Buffer; at: number }[] = []): void {
    this.#db
      .transaction(() => {
        this.#note(whole);
        this.#write.run({ ...state, asked: state.asked ? 1 : 0 });
      })
      .immediate();
  }

  /** Writes down what was found whole. */
  noteWhole(whole: readonly { sha256: Buffer; at: number }[]): void {
    this.#db.transaction(() => this.#note(whole)).immediate();
  }

  /** Contents in the order of their hashes, from after that one. */
  page(after: Buffer, limit: number): { sha256: Buffer; size: number; verifiedAt: number | null }[] {
    return this.#page.all(after, limit);
  }

  #note(whole: readonly { sha256: Buffer; at: number }[]): void {
    for (const { sha256, at } of whole) this.#verified.run(at, sha256);
  }
}
