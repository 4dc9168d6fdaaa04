import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { type Lease, LeaseLostError } from '../../core/concurrency/leader.ts';
import { DatabaseUnavailableError, OutcomeUnknownError } from '../postgres/database-error.ts';
import { lostLeases } from '../postgres/lease.ts';
import type { PostgresDatabase, Query } from '../postgres/postgres-database.ts';
import { type Command, runGroup } from '../sqlite/command-group.ts';
import type { Commands, RowListener } from '../sqlite/commands.ts';
import type { Db } from '../sqlite/database.ts';
import { LocalCopy, type Position, type ReplicatedTables } from './local-copy.ts';
import type { RowChange } from './replicated-row.ts';
import {
  changedRows,
  channel,
  currentPosition,
  idOf,
  lockedPosition,
  prune,
  publish,
  sharedTables,
} from './replicated-rows.ts';

const pollMs = 1_000;
/** Time after which a copy that could not be compared with the database may be behind. */
const currentMs = 10_000;
const pruneMs = 60 * 60 * 1_000;
/** Time for which removed rows are remembered; a replica that was away longer copies all rows again. */
const removedKeptMs = 30 * 24 * 60 * 60 * 1_000;

export interface ReplicatedCommandsOptions {
  database: PostgresDatabase;
  db: Db;
  tables: readonly ReplicatedTables[];
  /** Rows that are fetched at a time. */
  pageSize?: number;
}

/**
 * Runs commands of several replicas one group after another. PostgreSQL has the replicated rows, and each replica a copy
 * of all of them in its SQLite, from which it reads without waiting. A group is tried out on the newest copy; the rows that
 * it changes are committed in PostgreSQL, and then written to the copy, as those of other replicas are.
 */
export class ReplicatedCommands implements Commands {
  readonly #database: PostgresDatabase;
  readonly #db: Db;
  readonly #copy: LocalCopy;
  readonly #pageSize: number;
  /** Groups and refreshes of the copy run one at a time. */
  readonly #turns = new PQueue({ concurrency: 1 });
  readonly #waiting: Command[] = [];
  #refreshing: Promise<void> | undefined;
  /** Monotonic time of the last comparison with the database. */
  #comparedAt = Number.NEGATIVE_INFINITY;
  /** The time of the database when the last group began, and the monotonic time of this process then. */
  #time = { database: 0, here: 0 };
  #unfollow: () => Promise<void> = async () => {};
  readonly #timers: NodeJS.Timeout[] = [];

  constructor({ database, db, tables, pageSize = 5_000 }: ReplicatedCommandsOptions) {
    this.#database = database;
    this.#db = db;
    this.#copy = new LocalCopy(db, tables);
    this.#pageSize = pageSize;
  }

  follow(listener: RowListener): void {
    this.#copy.follow(listener);
  }

  /**
   * Copies all replicated rows. The first replica shares those of its own database instead.
   * @throws DatabaseUnavailableError; Error where this database has other rows of its own
   */
  async join(): Promise<void> {
    await this.share();
    await this.#shareNewTables();
    await this.refresh();
  }

  /**
   * Shares the rows of this database, if no replica has shared any yet.
   * @param more what is to be committed together with them
   * @returns false, without a change, where replicas share rows or this database is a copy
   */
  async share(more: (query: Query) => Promise<void> = async () => {}): Promise<boolean> {
    const first = await this.#database.transaction(async (query) => {
      const { position: before } = await lockedPosition(query);
      if (before.last > 0 || !this.#copy.isNew) return undefined;
      const position = next(before);
      await more(query);
      for (const rows of this.#copy.rows(this.#pageSize)) await publish(query, rows, position);
      return position;
    });
    if (first) this.#writeOwn([], first);
    return first !== undefined;
  }

  /** Shares the rows of tables that an earlier version did not replicate, unless another replica has shared its own. */
  async #shareNewTables(): Promise<void> {
    while (this.#copy.isOfOtherVersion) {
      const tables = await this.#database.transaction(async (query) => {
        const id = await idOf(query, this.#copy.change);
        return this.#copy.unsharedTables(await currentPosition(query), id, await sharedTables(query));
      });
      if (tables.size === 0) return;
      this.#copy.keep(tables);
      // Others write meanwhile, because it may take long.
      await this.#copyAll();
      const position = await this.#database.transaction((query) => this.#shareTables(query, tables));
      this.#copy.keep(new Set());
      if (position) this.#writeOwn([], position);
    }
  }

  /** @returns undefined, without a change, where another replica has shared one of the tables meanwhile */
  async #shareTables(query: Query, tables: ReadonlySet<string>): Promise<Position | undefined> {
    const { position: before } = await lockedPosition(query);
    const shared = await sharedTables(query);
    if ([...tables].some((table) => shared.has(table))) return undefined;
    if (!this.#hasAll(before)) {
      await this.#collect(query, before);
      this.#copy.write(before);
    }
    const position = next(before);
    for (const rows of this.#copy.rows(this.#pageSize, tables)) await publish(query, rows, position);
    return position;
  }

  /** Joins the other replicas, and follows what they write. @throws as `join` */
  async open(): Promise<void> {
    await this.join();
    this.#unfollow = this.#database.follow(channel, {
      notified: async (changes) => {
        if (changes.some((change) => Number(change) > this.#copy.change)) await this.refresh();
      },
      missed: () => this.refresh(),
    });
    this.#every(pollMs, () => this.refresh());
    this.#every(pruneMs, () => this.prune());
  }

  /** Ends when no command runs or waits. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#unfollow();
    await this.#turns.onIdle();
  }

  run<T>(write: () => T, last?: (value: T) => void, lease?: Lease): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: write, last, lease, resolve, reject } as Command);
      if (this.#waiting.length === 1) void this.#turns.add(() => this.#commitWaiting());
    });
  }

  /** Does nothing, because a commit takes time; `close` waits for it. */
  flush(): void {}

  /** Copies what other replicas have committed so far. @throws DatabaseUnavailableError */
  refresh(maxAgeMs = 0): Promise<void> {
    if (performance.now() - this.#comparedAt < maxAgeMs) return Promise.resolve();
    // A call that waits for its turn sees what all others do that come meanwhile.
    this.#refreshing ??= this.#turns.add(async () => {
      // The queue may begin at once, before the promise is kept.
      await Promise.resolve();
      this.#refreshing = undefined;
      await this.#refresh();
    });
    return this.#refreshing;
  }

  /** Returns whether the copy had all changes within the last seconds. */
  isCurrent(): boolean {
    return performance.now() - this.#comparedAt < currentMs;
  }

  databaseTime(): number {
    const { database, here } = this.#time;
    // Without a later group, it would stand still for those who read.
    return database && database + Math.floor(performance.now() - here);
  }

  /** Forgets rows that were removed long ago. */
  async prune(): Promise<void> {
    while ((await prune(this.#database, removedKeptMs)) > 0);
  }

  #every(ms: number, work: () => Promise<void>): void {
    let isFailing = false;
    const run = async () => {
      try {
        await work();
        isFailing = false;
      } catch (error) {
        // The database itself logs that it does not answer.
        if (isFailing || error instanceof DatabaseUnavailableError) return;
        isFailing = true;
        this.#database.logger.error({ err: error }, 'replicated rows could not be copied');
      }
    };
    this.#timers.push(setInterval(run, ms).unref());
  }

  async #refresh(): Promise<void> {
    const askedAt = performance.now();
    if (!this.#hasAll(await currentPosition(this.#database.query))) await this.#copyAll();
    this.#comparedAt = askedAt;
  }

  async #copyAll(): Promise<void> {
    const position = await this.#database.transaction(async (query) => {
      // All pages are of one state.
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      const current = await currentPosition(query);
      await this.#collect(query, current);
      return current;
    });
    this.#copy.write(position);
  }

  /** Runs all commands that wait when the lock is there as one group. */
  async #commitWaiting(): Promise<void> {
    if (this.#waiting.length > 0) await this.#commitGroup([], () => this.#waiting.splice(0));
  }

  /** @param more returns the commands that have come until the lock is there */
  async #commitGroup(group: Command[], more: () => Command[]): Promise<void> {
    try {
      const settle = await this.#commit(group, more);
      for (const done of settle) done();
    } catch (error) {
      const isUnavailable = error instanceof DatabaseUnavailableError;
      if (!isUnavailable && group.length > 1) {
        // PostgreSQL may refuse the rows of one of them, like a key that is too long for its index.
        for (const command of group) await this.#commitGroup([command], () => []);
        return;
      }
      // While the database does not answer, each group would wait for the time limit.
      const isOutage = isUnavailable && !(error instanceof OutcomeUnknownError);
      if (isOutage || group.length === 0) group.push(...more());
      for (const { reject } of group) reject(error);
    }
  }

  async #commit(group: Command[], more: () => Command[]): Promise<readonly (() => void)[]> {
    let changes: RowChange[] = [];
    const committed = await this.#database.transaction(async (query) => {
      const { position: before, time } = await lockedPosition(query);
      if (!this.#hasAll(before)) {
        await this.#collect(query, before);
        this.#copy.write(before);
      }
      this.#time = { database: time, here: performance.now() };
      group.push(...more());
      const lost = await lostLeases(query, group);
      const allowed = group.filter(({ lease }) => !lost.has(lease));
      const settle = runGroup(this.#db, allowed, (work) => {
        const tried = this.#copy.tryOut(work);
        changes = tried.changes;
        return tried.result;
      });
      const after = next(before);
      if (changes.length > 0) await publish(query, changes, after);
      return { settle: [...settle, ...refusals(group, lost)], position: after };
    });
    if (changes.length > 0) this.#writeOwn(changes, committed.position);
    return committed.settle;
  }

  #writeOwn(changes: readonly RowChange[], position: Position): void {
    try {
      this.#copy.begin();
      this.#copy.add(changes);
      this.#copy.write(position);
    } catch (error) {
      // They are committed, and the next refresh copies them, but this replica does not have them yet.
      throw new OutcomeUnknownError(error);
    }
  }

  #hasAll(position: Position): boolean {
    return this.#copy.continuesAfter(position, position.id) === position.last;
  }

  /** Collects the rows that the copy lacks. */
  async #collect(query: Query, position: Position): Promise<void> {
    const after = this.#copy.continuesAfter(position, await idOf(query, this.#copy.change));
    this.#copy.begin();
    for await (const rows of changedRows(query, after, this.#pageSize)) this.#copy.add(rows);
    if (after === undefined) this.#copy.addRemovals();
  }
}

const next = (position: Position): Position => ({ ...position, last: position.last + 1, id: randomUUID() });

/** Returns functions that reject the commands with these leases. */
const refusals = (group: readonly Command[], lost: ReadonlySet<Lease | undefined>): (() => void)[] =>
  group.flatMap(({ lease, reject }) =>
    lease && lost.has(lease) ? () => reject(new LeaseLostError(lease)) : [],
  );
