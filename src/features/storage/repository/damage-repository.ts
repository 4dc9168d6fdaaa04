import type { Message } from '../../../contract/messages/message.ts';
import type { Lease } from '../../../core/concurrency/leader.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { messageJson, storedMessage } from '../../../platform/sqlite/stored-message.ts';
import type { Damage } from '../../content/index.ts';

/** Damage to stored bytes; times in milliseconds, `message` is the result of the last repair attempt. */
export interface DamageRow {
  sha256: Buffer;
  problem: Damage;
  foundAt: number;
  attempts: number;
  nextAttempt: number;
  message: Message | null;
}

/** A row with the message as JSON. */
type Stored<Row extends { message: Message | null }> = Omit<Row, 'message'> & { message: string | null };
export type NamedDamageRow = DamageRow & { name: string };
type Failure = Pick<DamageRow, 'sha256' | 'nextAttempt' | 'message'>;

const parsed = <Row extends { message: string | null }>(row: Row) => ({
  ...row,
  message: storedMessage(row.message),
});

const columns = 'sha256, problem, found_at AS foundAt, attempts, next_attempt AS nextAttempt, message';

const isNotInTrash =
  'EXISTS (SELECT 1 FROM contents WHERE contents.sha256 = damages.sha256 AND deleted_at IS NULL)';

/** Keeps known damage until the content is repaired or removed. */
export class DamageRepository {
  readonly #commands: Commands;
  readonly #one: Statement<[Buffer], Stored<DamageRow>>;
  readonly #list: Statement<[number], Stored<NamedDamageRow>>;
  readonly #due: Statement<[], Stored<DamageRow>>;
  readonly #add: Statement<[Buffer, Damage, number, number, Buffer]>;
  readonly #fail: Statement<[Stored<Failure>]>;
  readonly #hasten: Statement<[number, number]>;
  readonly #delete: Statement<[Buffer]>;
  readonly #verify: Statement<[number, Buffer]>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#one = db.prepare(`SELECT ${columns} FROM damages WHERE sha256 = ?`);
    this.#list = db.prepare(
      `SELECT ${columns}, iif(title <> '', title, name) AS name FROM damages JOIN contents USING (sha256)
       WHERE deleted_at IS NULL ORDER BY found_at DESC, sha256 LIMIT ?`,
    );
    this.#due = db.prepare(
      `SELECT ${columns} FROM damages WHERE ${isNotInTrash} ORDER BY next_attempt LIMIT 1`,
    );
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
    const row = this.#one.get(sha256);
    return row && parsed(row);
  }

  /** Returns damage with the names of the contents, newest first. */
  list(limit: number): NamedDamageRow[] {
    return this.#list.all(limit).map(parsed);
  }

  next(): DamageRow | undefined {
    const row = this.#due.get();
    return row && parsed(row);
  }

  /** Records damage; returns false where there is no such content. */
  add(
    { sha256, problem, at }: { sha256: Buffer; problem: Damage; at: number },
    lease?: Lease,
  ): Promise<boolean> {
    const add = () => this.#add.run(sha256, problem, at, at, sha256).changes === 1;
    return this.#commands.run(add, undefined, lease);
  }

  failed(failure: Failure, lease?: Lease): Promise<void> {
    const fail = () => void this.#fail.run({ ...failure, message: messageJson(failure.message) });
    return this.#commands.run(fail, undefined, lease);
  }

  /** Makes attempts that are later than `latest` due then, because the clock may have been ahead. */
  notAfter(latest: number, lease?: Lease): Promise<void> {
    return this.#commands.run(() => void this.#hasten.run(latest, latest), undefined, lease);
  }

  /** Removes the damage of an intact content, and records when it was verified. */
  markIntact(sha256: Buffer, at: number, lease?: Lease): Promise<void> {
    const mark = () => {
      this.#verify.run(at, sha256);
      this.#delete.run(sha256);
    };
    return this.#commands.run(mark, undefined, lease);
  }
}
