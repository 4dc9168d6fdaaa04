import { hashKey } from '../../../core/hash-key.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { QueryCache } from '../../../platform/sqlite/query-cache.ts';
import type { ContentRecordRepository, ContentRepository } from '../../content/index.ts';
import type { Restriction, RestrictionStore } from '../restriction-store.ts';

/** Records of contents, which a restriction unlists and its end may publish again. */
export interface RestrictableContents {
  contents: Pick<ContentRepository, 'rows'>;
  records: Pick<ContentRecordRepository, 'get'>;
  /** Returns whether a content came from another node, even if it has an owner now. */
  isCopy: (sha256: Buffer) => boolean;
}

type Stored = Omit<Restriction, 'wasPublished'> & { wasPublished: number };

const read = (row: Stored): Restriction => ({ ...row, wasPublished: row.wasPublished === 1 });

const columns = `plain_sha256 AS plain, user, was_published AS wasPublished, begun_at AS begunAt,
  sealed_sha256 AS encrypted, registered_at AS registeredAt`;

/** Stores restrictions by commands, and answers the look-ups of downloads. */
export class RestrictionRepository implements RestrictionStore {
  readonly #commands: Commands;
  readonly #restrictable: RestrictableContents;
  readonly #exists: Statement<[], number>;
  /** Whether any row exists: on a node without any, the look-ups of all downloads share one query after each write. */
  readonly #any: QueryCache<boolean>;
  readonly #one: Statement<[Buffer], Stored>;
  /** Cached, because each download looks up a row that hardly ever exists. */
  readonly #known: QueryCache<Restriction | undefined>;
  readonly #ofEncrypted: Statement<[Buffer], Stored>;
  readonly #pending: Statement<[], Stored>;
  readonly #listed: Statement<[], { plain: Buffer }>;
  readonly #add: Statement<[Buffer, string, number, number]>;
  readonly #setEncrypted: Statement<[Buffer, Buffer]>;
  readonly #registered: Statement<[number, Buffer]>;
  readonly #remove: Statement<[Buffer]>;
  readonly #orders: Statement<[Buffer], { state: string; settledAt: number | null }>;

  constructor(db: Db, restrictable: RestrictableContents, commands: Commands) {
    this.#commands = commands;
    this.#restrictable = restrictable;
    const select = `SELECT ${columns} FROM sealings`;
    this.#exists = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM sealings)').pluck();
    this.#any = new QueryCache(db, 1);
    this.#one = db.prepare(`${select} WHERE plain_sha256 = ?`);
    this.#known = new QueryCache(db, 10_000);
    this.#ofEncrypted = db.prepare(`${select} WHERE sealed_sha256 = ?`);
    this.#pending = db.prepare(`${select} WHERE registered_at IS NULL`);
    this.#listed = db.prepare(
      `SELECT plain_sha256 AS plain FROM sealings JOIN contents ON contents.sha256 = plain_sha256
       WHERE published = 1 AND deleted_at IS NULL`,
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

  get(plain: Buffer): Restriction | undefined {
    if (!this.#any.get('', () => this.#exists.get() === 1)) return undefined;
    return this.#known.get(hashKey(plain), () => {
      const row = this.#one.get(plain);
      return row && read(row);
    });
  }

  ofEncrypted(encrypted: Buffer): Restriction | undefined {
    const row = this.#ofEncrypted.get(encrypted);
    return row && read(row);
  }

  async pending(): Promise<Restriction[]> {
    return this.#pending.all().map(read);
  }

  restrict(
    plain: Buffer,
    user: string,
    at: number,
  ): Promise<'restricted' | 'not_stored' | 'not_yours' | 'copied'> {
    const { records, isCopy } = this.#restrictable;
    return this.#commands.run(() => {
      const record = records.get(plain);
      const row = this.get(plain);
      if (!record) return 'not_stored';
      if ((row?.user ?? record.uploadedBy) !== user) return 'not_yours';
      // A user with the same bytes must not restrict a copy, which others may read.
      if (!row && isCopy(plain)) return 'copied';
      if (!row) this.#add.run(plain, user, record.published ? 1 : 0, at);
      if (record.published) this.#publish(plain, false, at);
      return 'restricted';
    });
  }

  unrestrict({ plain, begunAt }: Pick<Restriction, 'plain' | 'begunAt'>, at: number): Promise<void> {
    return this.#commands.run(() => {
      const row = this.get(plain);
      if (row?.begunAt !== begunAt) return;
      const isOwn = this.#restrictable.records.get(plain)?.uploadedBy === row.user;
      if (row.wasPublished && isOwn) this.#publish(plain, true, at);
      this.#remove.run(plain);
    });
  }

  unlistRestricted(at: number): Promise<Buffer[]> {
    return this.#commands.run(() => {
      const listed = this.#listed.all().map(({ plain }) => plain);
      for (const plain of listed) this.#publish(plain, false, at);
      return listed;
    });
  }

  setEncrypted(plain: Buffer, encrypted: Buffer): Promise<void> {
    return this.#commands.run(() => void this.#setEncrypted.run(encrypted, plain));
  }

  setRegistered(encrypted: Buffer, at: number): Promise<void> {
    return this.#commands.run(() => void this.#registered.run(at, encrypted));
  }

  remove(plain: Buffer): Promise<void> {
    return this.#commands.run(() => void this.#remove.run(plain));
  }

  /** Returns whether a content is stored, also within a command. */
  isStored(sha256: Buffer): boolean {
    return this.#restrictable.records.get(sha256) !== undefined;
  }

  /** Returns the orders that register a file on any chain, newest first. */
  ordersOf(encrypted: Buffer): { state: string; settledAt: number | null }[] {
    return this.#orders.all(encrypted);
  }

  #publish(plain: Buffer, published: boolean, at: number): void {
    const { contents, records } = this.#restrictable;
    const record = records.get(plain);
    if (record) contents.rows.edit(record, { ...record, published }, at);
  }
}
