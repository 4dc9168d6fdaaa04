import type { Db, Statement } from '../../../platform/sqlite/database.ts';

export type Problem = 'missing' | 'damaged';

/** Something wrong with stored bytes. Times in milliseconds; `message` says what the last try to mend it came to. */
export interface DamageRow {
  sha256: Buffer;
  problem: Problem;
  foundAt: number;
  attempts: number;
  nextAttempt: number;
  message: string | null;
}

const columns = 'sha256, problem, found_at AS foundAt, attempts, next_attempt AS nextAttempt, message';

/** What is wrong with stored contents. It goes with its content, or when that is whole again. */
export class DamageRepository {
  readonly #db: Db;
  readonly #one: Statement<[Buffer], DamageRow>;
  readonly #list: Statement<[number], DamageRow & { name: string }>;
  readonly #due: Statement<[], DamageRow>;
  readonly #add: Statement<[Buffer, Problem, number, number, Buffer]>;
  readonly #fail: Statement<[Pick<DamageRow, 'sha256' | 'nextAttempt' | 'message'>]>;
  readonly #hasten: Statement<[number, number]>;
  readonly #delete: Statement<[Buffer]>;
  readonly #verify: Statement<[number, Buffer]>;

  constructor(db: Db) {
    this.#db = db;
    this.#one = db.prepare(`SELECT ${columns} FROM damages WHERE sha256 = ?`);
    this.#list = db.prepare(
      `SELECT ${columns}, iif(title <> '', title, name) AS name FROM damages JOIN contents USING (sha256)
       ORDER BY found_at DESC, sha256 LIMIT ?`,
    );
    this.#due = db.prepare(`SELECT ${columns} FROM damages ORDER BY next_attempt LIMIT 1`);
    this.#add = db.prepare(
      `INSERT INTO damages (sha256, problem, found_at, next_attempt)
       SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM contents WHERE sha256 = ?)
       ON CONFLICT (sha256) DO UPDATE SET problem = excluded.problem`,
    );
    this.#fail = db.prepare(
      `UPDATE damages SET attempts = attempts + 1, next_attempt = @nextAttempt, message = @message
       WHERE sha256 = @sha256`,
    );
    this.#hasten = db.prepare('UPDATE damages SET next_attempt = ? WHERE next_attempt > ?');
    this.#delete = db.prepare('DELETE FROM damages WHERE sha256 = ?');
    this.#verify = db.prepare('UPDATE contents SET verified_at = ? WHERE sha256 = ?');
  }

  get(sha256: Buffer): DamageRow | undefined {
    return this.#one.get(sha256);
  }

  /** Newest first, with the names of the contents. */
  list(limit: number): (DamageRow & { name: string })[] {
    return this.#list.all(limit);
  }

  /** The one to mend next. */
  next(): DamageRow | undefined {
    return this.#due.get();
  }

  /** `false` where there is no such content. */
  add({ sha256, problem, at }: { sha256: Buffer; problem: Problem; at: number }): boolean {
    return this.#add.run(sha256, problem, at, at, sha256).changes === 1;
  }

  /** A try to mend it has failed. */
  failed(failure: Pick<DamageRow, 'sha256' | 'nextAttempt' | 'message'>): void {
    this.#fail.run(failure);
  }

  /** No next try is later than that: a clock that was ahead must not put it off. */
  notAfter(latest: number): void {
    this.#hasten.run(latest, latest);
  }

  /** Its bytes are right. */
  whole(sha256: Buffer, at: number): void {
    this.#db
      .transaction(() => {
        this.#verify.run(at, sha256);
        this.#delete.run(sha256);
      })
      .immediate();
  }
}
