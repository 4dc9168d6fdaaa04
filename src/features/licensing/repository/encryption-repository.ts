import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** A plain content that is closed, as it is to be sold or was. Times in milliseconds. */
export interface SealingRow {
  plain: Buffer;
  /** Who asked for it. */
  user: string;
  /** Whether it was in lists before. */
  wasPublished: boolean;
  begunAt: number;
  /** The age file; null until that is whole and was read back. */
  sealed: Buffer | null;
  /** When that was found on the chain. */
  registeredAt: number | null;
}

type Stored = Omit<SealingRow, 'wasPublished'> & { wasPublished: number };

const read = (row: Stored): SealingRow => ({ ...row, wasPublished: row.wasPublished === 1 });

const columns = `plain_sha256 AS plain, user, was_published AS wasPublished, begun_at AS begunAt,
  sealed_sha256 AS sealed, registered_at AS registeredAt`;

export class SealingRepository {
  readonly #one: Statement<[Buffer], Stored>;
  readonly #ofSealed: Statement<[Buffer], Stored>;
  readonly #pending: Statement<[], Stored>;
  readonly #listed: Statement<[], { plain: Buffer }>;
  readonly #add: Statement<[Buffer, string, number, number]>;
  readonly #sealed: Statement<[Buffer, Buffer]>;
  readonly #registered: Statement<[number, Buffer]>;
  readonly #remove: Statement<[Buffer]>;
  readonly #orders: Statement<[Buffer], { state: string; settledAt: number | null }>;

  constructor(db: Db) {
    const select = `SELECT ${columns} FROM sealings`;
    this.#one = db.prepare(`${select} WHERE plain_sha256 = ?`);
    this.#ofSealed = db.prepare(`${select} WHERE sealed_sha256 = ?`);
    this.#pending = db.prepare(`${select} WHERE registered_at IS NULL`);
    this.#listed = db.prepare(
      'SELECT plain_sha256 AS plain FROM sealings JOIN contents ON contents.sha256 = plain_sha256 WHERE published = 1',
    );
    this.#add = db.prepare(
      'INSERT INTO sealings (plain_sha256, user, was_published, begun_at) VALUES (?, ?, ?, ?)',
    );
    this.#sealed = db.prepare('UPDATE sealings SET sealed_sha256 = ? WHERE plain_sha256 = ?');
    this.#registered = db.prepare(
      'UPDATE sealings SET registered_at = coalesce(registered_at, ?) WHERE sealed_sha256 = ?',
    );
    this.#remove = db.prepare('DELETE FROM sealings WHERE plain_sha256 = ?');
    this.#orders = db.prepare(
      "SELECT state, settled_at AS settledAt FROM intents WHERE kind = 'register' AND sha256 = ? ORDER BY id DESC",
    );
  }

  get(plain: Buffer): SealingRow | undefined {
    const row = this.#one.get(plain);
    return row && read(row);
  }

  ofSealed(sealed: Buffer): SealingRow | undefined {
    const row = this.#ofSealed.get(sealed);
    return row && read(row);
  }

  /** Those that are not known to be on the chain. */
  pending(): SealingRow[] {
    return this.#pending.all().map(read);
  }

  /** The plain contents that lists show all the same. */
  listed(): Buffer[] {
    return this.#listed.all().map(({ plain }) => plain);
  }

  /** From now on the plain content is closed. */
  add({ plain, user, wasPublished, begunAt }: Omit<SealingRow, 'sealed' | 'registeredAt'>): void {
    this.#add.run(plain, user, wasPublished ? 1 : 0, begunAt);
  }

  /** Its age file is whole. */
  setSealed(plain: Buffer, sealed: Buffer): void {
    this.#sealed.run(sealed, plain);
  }

  setRegistered(sealed: Buffer, at: number): void {
    this.#registered.run(at, sealed);
  }

  remove(plain: Buffer): void {
    this.#remove.run(plain);
  }

  /** What was asked of any chain to register a file, the newest first. */
  ordersOf(sealed: Buffer): { state: string; settledAt: number | null }[] {
    return this.#orders.all(sealed);
  }
}
