import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** A restricted plain content, to be sold or sold; times in milliseconds. */
export interface EncryptionRow {
  plain: Buffer;
  /** The seller. */
  user: string;
  /** Whether the content was published before the restriction. */
  wasPublished: boolean;
  begunAt: number;
  /** SHA-256 of the age file; null until it is complete and was read back. */
  encrypted: Buffer | null;
  /** When the registration was found on the chain. */
  registeredAt: number | null;
}

type Stored = Omit<EncryptionRow, 'wasPublished'> & { wasPublished: number };

const read = (row: Stored): EncryptionRow => ({ ...row, wasPublished: row.wasPublished === 1 });

const columns = `plain_sha256 AS plain, user, was_published AS wasPublished, begun_at AS begunAt,
  sealed_sha256 AS encrypted, registered_at AS registeredAt`;

export class EncryptionRepository {
  readonly #one: Statement<[Buffer], Stored>;
  readonly #ofEncrypted: Statement<[Buffer], Stored>;
  readonly #pending: Statement<[], Stored>;
  readonly #listed: Statement<[], { plain: Buffer }>;
  readonly #add: Statement<[Buffer, string, number, number]>;
  readonly #setEncrypted: Statement<[Buffer, Buffer]>;
  readonly #registered: Statement<[number, Buffer]>;
  readonly #remove: Statement<[Buffer]>;
  readonly #orders: Statement<[Buffer], { state: string; settledAt: number | null }>;

  constructor(db: Db) {
    const select = `SELECT ${columns} FROM sealings`;
    this.#one = db.prepare(`${select} WHERE plain_sha256 = ?`);
    this.#ofEncrypted = db.prepare(`${select} WHERE sealed_sha256 = ?`);
    this.#pending = db.prepare(`${select} WHERE registered_at IS NULL`);
    this.#listed = db.prepare(
      'SELECT plain_sha256 AS plain FROM sealings JOIN contents ON contents.sha256 = plain_sha256 WHERE published = 1',
    );
    this.#add = db.prepare(
      'INSERT INTO sealings (plain_sha256, user, was_published, begun_at) VALUES (?, ?, ?, ?)',
    );
    this.#setEncrypted = db.prepare('UPDATE sealings SET sealed_sha256 = ? WHERE plain_sha256 = ?');
    this.#registered = db.prepare(
      'UPDATE sealings SET registered_at = coalesce(registered_at, ?) WHERE sealed_sha256 = ?',
    );
    this.#remove = db.prepare('DELETE FROM sealings WHERE plain_sha256 = ?');
    this.#orders = db.prepare(
      "SELECT state, settled_at AS settledAt FROM intents WHERE kind = 'register' AND sha256 = ? ORDER BY id DESC",
    );
  }

  get(plain: Buffer): EncryptionRow | undefined {
    const row = this.#one.get(plain);
    return row && read(row);
  }

  ofEncrypted(encrypted: Buffer): EncryptionRow | undefined {
    const row = this.#ofEncrypted.get(encrypted);
    return row && read(row);
  }

  /** Returns rows without a known registration. */
  pending(): EncryptionRow[] {
    return this.#pending.all().map(read);
  }

  /** Returns restricted contents that are published. */
  listed(): Buffer[] {
    return this.#listed.all().map(({ plain }) => plain);
  }

  /** Restricts a plain content. */
  add({ plain, user, wasPublished, begunAt }: Omit<EncryptionRow, 'encrypted' | 'registeredAt'>): void {
    this.#add.run(plain, user, wasPublished ? 1 : 0, begunAt);
  }

  /** Records the complete age file of a content. */
  setEncrypted(plain: Buffer, encrypted: Buffer): void {
    this.#setEncrypted.run(encrypted, plain);
  }

  setRegistered(encrypted: Buffer, at: number): void {
    this.#registered.run(at, encrypted);
  }

  remove(plain: Buffer): void {
    this.#remove.run(plain);
  }

  /** Returns the orders that register a file on any chain, newest first. */
  ordersOf(encrypted: Buffer): { state: string; settledAt: number | null }[] {
    return this.#orders.all(encrypted);
  }
}
