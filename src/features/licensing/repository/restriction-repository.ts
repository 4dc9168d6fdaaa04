import type { Lease } from '../../../core/concurrency/leader.ts';
import { hashKey } from '../../../core/hash-key.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { QueryCache } from '../../../platform/sqlite/query-cache.ts';
import type { ContentRecordRepository, ContentRepository } from '../../content/index.ts';
import type { Restriction, RestrictionConditions, RestrictionStore } from '../restriction-store.ts';

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
  sealed_sha256 AS encrypted, registered_at AS registeredAt, asked_at AS askedAt, job, job_at AS jobAt`;

/** Time after the last sign of life of an encryption after which its replica counts as lost, in milliseconds. */
const jobLostMs = 2 * 60_000;

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
  readonly #setAsked: Statement<[number, Buffer]>;
  readonly #forgetEncrypted: Statement<[Buffer]>;
  readonly #setJob: Statement<[string, number, Buffer]>;
  readonly #continueJob: Statement<[number, Buffer, string]>;
  readonly #endJob: Statement<[Buffer, string]>;
  readonly #endJobs: Statement<[]>;
  readonly #setEncrypted: Statement<[Buffer, number, Buffer, string]>;
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
    const ofPlain = 'WHERE plain_sha256 = ?';
    this.#setAsked = db.prepare(`UPDATE sealings SET asked_at = ? ${ofPlain}`);
    this.#forgetEncrypted = db.prepare(`UPDATE sealings SET sealed_sha256 = NULL ${ofPlain}`);
    this.#setJob = db.prepare(`UPDATE sealings SET job = ?, job_at = ? ${ofPlain}`);
    this.#continueJob = db.prepare(`UPDATE sealings SET job_at = ? ${ofPlain} AND job = ?`);
    this.#endJob = db.prepare(`UPDATE sealings SET job = NULL, job_at = NULL ${ofPlain} AND job = ?`);
    this.#endJobs = db.prepare('UPDATE sealings SET job = NULL, job_at = NULL WHERE job IS NOT NULL');
    // The time limit of a sale begins after the encryption for which it waited.
    this.#setEncrypted = db.prepare(
      `UPDATE sealings SET sealed_sha256 = ?, asked_at = iif(asked_at IS NULL, NULL, ?), job = NULL, job_at = NULL
       ${ofPlain} AND job = ?`,
    );
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
    isAlone = true,
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
      if (isAlone) this.#setAsked.run(at, plain);
      if (record.published) this.#publish(plain, false, at);
      return 'restricted';
    });
  }

  unrestrict(
    restriction: Pick<Restriction, 'plain' | 'begunAt'>,
    at: number,
    { mayChange, lease }: RestrictionConditions = {},
  ): Promise<boolean> {
    const { plain } = restriction;
    const lift = (): boolean => {
      const row = this.#changeable(restriction, mayChange);
      if (!row) return false;
      const isOwn = this.#restrictable.records.get(plain)?.uploadedBy === row.user;
      if (row.wasPublished && isOwn) this.#publish(plain, true, at);
      this.#remove.run(plain);
      return true;
    };
    return this.#commands.run(lift, undefined, lease);
  }

  forgetEncrypted(
    restriction: Pick<Restriction, 'plain' | 'begunAt'>,
    { mayChange, lease }: RestrictionConditions = {},
  ): Promise<boolean> {
    const forget = (): boolean => {
      const row = this.#changeable(restriction, mayChange);
      if (row?.encrypted) this.#forgetEncrypted.run(row.plain);
      return row !== undefined;
    };
    return this.#commands.run(forget, undefined, lease);
  }

  /** Returns whether an encryption works for a sale. @param at milliseconds */
  isEncrypting({ job, jobAt }: Restriction, at: number): boolean {
    return job !== null && this.#time(at) - (jobAt ?? 0) < jobLostMs;
  }

  beginJob(plain: Buffer, job: string, at: number): Promise<boolean> {
    return this.#commands.run(() => {
      const row = this.get(plain);
      if (!row || this.isEncrypting(row, at)) return false;
      this.#setJob.run(job, this.#time(at), plain);
      return true;
    });
  }

  continueJob(plain: Buffer, job: string, at: number): Promise<boolean> {
    return this.#commands.run(() => this.#continueJob.run(this.#time(at), plain, job).changes > 0);
  }

  endJob(plain: Buffer, job: string): Promise<void> {
    return this.#commands.run(() => void this.#endJob.run(plain, job));
  }

  /** Ends the encryptions of the last run of a standalone node; those of a replica that is lost end by their time. */
  async endJobs(): Promise<void> {
    if (this.#commands.refresh === undefined) await this.#commands.run(() => void this.#endJobs.run());
  }

  unlistRestricted(at: number): Promise<Buffer[]> {
    return this.#commands.run(() => {
      const listed = this.#listed.all().map(({ plain }) => plain);
      for (const plain of listed) this.#publish(plain, false, at);
      return listed;
    });
  }

  setEncrypted(plain: Buffer, encrypted: Buffer, job: string, at: number): Promise<boolean> {
    return this.#commands.run(() => this.#setEncrypted.run(encrypted, at, plain, job).changes > 0);
  }

  setRegistered(encrypted: Buffer, at: number, lease?: Lease): Promise<void> {
    return this.#commands.run(() => void this.#registered.run(at, encrypted), undefined, lease);
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

  /** Returns the restriction as it is now, if it is the one that is meant and may be changed. */
  #changeable(
    { plain, begunAt }: Pick<Restriction, 'plain' | 'begunAt'>,
    mayChange: RestrictionConditions['mayChange'],
  ): Restriction | undefined {
    const row = this.get(plain);
    return row?.begunAt === begunAt && (mayChange?.(row) ?? true) ? row : undefined;
  }

  /** Returns the time of the database of all replicas, or of this node. */
  #time(at: number): number {
    return this.#commands.databaseTime?.() || at;
  }

  #publish(plain: Buffer, published: boolean, at: number): void {
    const { contents, records } = this.#restrictable;
    const record = records.get(plain);
    if (record) contents.rows.edit(record, { ...record, published }, at);
  }
}
