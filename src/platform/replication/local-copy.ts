import { hash } from 'node:crypto';
import { MessageError, message } from '../../core/messages/message.ts';
import type { Row, RowListener } from '../sqlite/commands.ts';
import type { Db, Statement } from '../sqlite/database.ts';
import { fromJsonValue, type ReplicatedRow, type RowChange } from './replicated-row.ts';
import { isUnchanged, ReplicatedTable } from './replicated-table.ts';
import { type RowId, WriteGuard } from './write-guard.ts';

/** The state of the replicated rows after a change: `history` and number; see the migration of `replicated_changes`. */
export interface Position {
  history: string;
  last: number;
  /** A random id of the change `last`. */
  id: string;
  /** A copy of an older state cannot continue, because removed rows up to this change were forgotten. */
  pruned: number;
}

/** Names of the tables that replicas share. */
export interface ReplicatedTables {
  /** Each after those that it refers to. */
  rows: readonly string[];
  /** Conditions in SQL for the rows that a new database has, by table; all others are empty. */
  initial?: Readonly<Record<string, string>>;
  /** Their rows are never removed, and a new database may have some. */
  counters: readonly string[];
}

interface StagedRow {
  step: number;
  key: string;
  data: string | null;
}

/** Rows that are read from the staging table at a time. */
const pageSize = 1_000;

/**
 * The copy of the replicated rows in the SQLite of a replica. All rows of a change are written in one transaction. They
 * are staged in a temporary table first, because they may be more than fit in memory, and come in pages.
 */
export class LocalCopy {
  readonly #db: Db;
  readonly #tables: readonly ReplicatedTable[];
  /** Index of the first table of counters. */
  readonly #counters: number;
  readonly #own: readonly { name: string; hasRow: Statement<[]> }[];
  readonly #guard: WriteGuard;
  readonly #listeners: RowListener[] = [];
  /** Names the columns that rows are copied to; a copy with others begins again, because it lacks values. */
  readonly #columns: string;
  readonly #position: Statement<[], { history: string; change: number; id: string; columns: string }>;
  readonly #forgetPosition: Statement<[]>;
  readonly #setPosition: Statement<[string, number, string, string]>;
  readonly #stage: Statement<[number, string, string | null]>;
  readonly #staged: Statement<[number, string], StagedRow>;
  readonly #isStaged: Statement<[number, string], unknown>;

  constructor(db: Db, tables: readonly ReplicatedTables[]) {
    this.#db = db;
    const rows = tables.flatMap((one) => one.rows);
    const counters = tables.flatMap((one) => one.counters);
    const initial: Readonly<Record<string, string>> = Object.assign({}, ...tables.map((one) => one.initial));
    this.#tables = [...rows, ...counters].map((name) => new ReplicatedTable(db, name));
    this.#counters = rows.length;
    this.#own = rows.map((name) => ({
      name,
      hasRow: db.prepare(`SELECT 1 FROM ${name} WHERE NOT (${initial[name] ?? 'FALSE'}) LIMIT 1`),
    }));
    this.#columns = hash('sha256', JSON.stringify(this.#tables.map(({ name, columns }) => [name, columns])));
    db.exec(
      'CREATE TEMP TABLE staged_rows (step INTEGER, key TEXT, data TEXT, PRIMARY KEY (step, key)) WITHOUT ROWID',
    );
    this.#position = db.prepare('SELECT history, change, id, columns FROM replica_position');
    this.#forgetPosition = db.prepare('DELETE FROM replica_position');
    this.#setPosition = db.prepare(
      'INSERT INTO replica_position (history, change, id, columns) VALUES (?, ?, ?, ?)',
    );
    this.#stage = db.prepare('INSERT INTO staged_rows VALUES (?, ?, ?)');
    this.#staged = db.prepare(
      `SELECT step, key, data FROM staged_rows WHERE (step, key) > (?, ?) ORDER BY step, key LIMIT ${pageSize}`,
    );
    this.#isStaged = db.prepare('SELECT 1 FROM staged_rows WHERE step = ? AND key = ?');
    this.#guard = new WriteGuard(db, this.#tables);
  }

  follow(listener: RowListener): void {
    this.#listeners.push(listener);
  }

  /** Returns the number of the last change that was copied. */
  get change(): number {
    return this.#position.get()?.change ?? 0;
  }

  /** Whether this database is no copy yet. */
  get isNew(): boolean {
    return this.#position.get() === undefined;
  }

  /**
   * Returns the change after which this copy continues; undefined: it begins again.
   * @param id of the change of this copy; another one where the database was restored from a backup
   * @throws Error where this database has rows of its own, or of other replicas, so that these are not lost
   */
  continuesAfter({ history, pruned }: Position, id: string | undefined): number | undefined {
    const own = this.#position.get();
    if (!own) {
      const other = this.#own.find(({ hasRow }) => hasRow.get() !== undefined);
      if (other) throw new MessageError(message('startup.clusterOwnRows', { table: other.name }));
      return undefined;
    }
    if (own.history !== history) {
      throw new MessageError('startup.clusterOtherDatabase');
    }
    const isContinued = own.columns === this.#columnsNow && this.#isOfPast({ history, pruned }, id);
    return isContinued ? own.change : undefined;
  }

  /** Whether all rows of this copy are there, or were removed and are still remembered. @param id as above */
  #isOfPast({ history, pruned }: Pick<Position, 'history' | 'pruned'>, id: string | undefined): boolean {
    const own = this.#position.get();
    return own !== undefined && own.history === history && own.id === id && own.change >= pruned;
  }

  /** Whether another version wrote this copy, which may have replicated fewer tables. */
  get isOfOtherVersion(): boolean {
    const position = this.#position.get();
    return position !== undefined && position.columns !== this.#columns;
  }

  /**
   * Returns the tables with rows that an earlier version did not replicate.
   * @param id of the change of this copy
   * @param shared the tables of which any replica has shared rows
   */
  unsharedTables(
    position: Position,
    id: string | undefined,
    shared: ReadonlySet<string>,
  ): ReadonlySet<string> {
    // Otherwise, a table that others have emptied would seem to be one that nobody shares.
    if (!this.#isOfPast(position, id)) return new Set();
    const own = this.#own.filter(({ name, hasRow }) => !shared.has(name) && hasRow.get() !== undefined);
    return new Set(own.map(({ name }) => name));
  }

  /** Keeps rows of these tables that others do not have, until they are shared. */
  keep(unshared: ReadonlySet<string>): void {
    this.#guard.unshared = unshared;
  }

  /** Until the kept rows are shared, their tables count as new, also after a restart. */
  get #columnsNow(): string {
    return [this.#columns, ...this.#guard.unshared].join(' ');
  }

  /** Returns all rows in pages. @param names of the tables; default: all */
  *rows(size: number, names?: ReadonlySet<string>): Generator<RowChange[]> {
    for (const table of this.#tables) {
      if (names && !names.has(table.name)) continue;
      const keys = table.keys();
      for (let from = 0; from < keys.length; from += size) {
        const page = keys.slice(from, from + size);
        yield page.map((key) => ({ table: table.name, key, data: table.read(key) }));
      }
    }
  }

  /** Runs commands, rolls them back, and returns the rows that they changed. */
  tryOut<Result>(commands: () => Result): { result: Result; changes: RowChange[] } {
    const { result, changes } = this.#rolledBack(() => {
      const watched = this.#guard.watch(commands);
      const written = watched.rows.map(({ table, key }) => ({
        table: table.name,
        key,
        data: table.read(key),
      }));
      return { result: watched.result, changes: written };
    });
    // Also commands that fail have rows.
    return { result, changes: changes.filter((change) => !this.#isCopied(change)) };
  }

  /** Begins to collect the rows of a change. */
  begin(): void {
    this.#db.exec('DELETE FROM staged_rows');
  }

  /** Adds rows, each at most once. Rows of tables that this version does not have are left out. */
  add(rows: readonly RowChange[]): void {
    this.#db.transaction(() => {
      for (const { table, key, data } of rows) {
        const index = this.#tables.findIndex(({ name }) => name === table);
        if (index < 0) continue;
        // Such a row is written again when all others have left their values.
        if (data && this.#tables[index]?.movesUniqueValue(key, data)) {
          this.#stage.run(this.#stepOf(index, null), key, null);
        }
        this.#stage.run(this.#stepOf(index, data), key, data && JSON.stringify(data));
      }
    })();
  }

  /** Adds the removal of all rows that are not among the added ones, which are all that there are. */
  addRemovals(): void {
    this.#db.transaction(() => {
      for (const [index, table] of this.#tables.slice(0, this.#counters).entries()) {
        if (this.#guard.unshared.has(table.name)) continue;
        for (const key of table.keys()) {
          const isKept = this.#isStaged.get(this.#stepOf(index, {}), key) !== undefined;
          if (!isKept) this.#stage.run(this.#stepOf(index, null), key, null);
        }
      }
    })();
  }

  /** Writes the added rows in one transaction. */
  write(position: Position): void {
    try {
      this.#write(position, () => {});
    } catch (error) {
      if (!isDangling(error)) throw error;
      // A replica of an earlier version has removed rows to which those of tables refer that it does not share.
      this.#write(position, () => this.#removeDangling());
    }
    this.begin();
  }

  #write({ history, last, id }: Position, complete: () => void): void {
    this.#db
      .transaction(() => {
        // Rows may refer to rows that are written later.
        this.#db.pragma('defer_foreign_keys = ON');
        for (let page = this.#staged.all(Number.MIN_SAFE_INTEGER, ''); page.length > 0; ) {
          for (const row of page) this.#writeRow(row);
          const { step, key } = page.at(-1) as StagedRow;
          page = this.#staged.all(step, key);
        }
        complete();
        for (const listener of this.#listeners) listener.finish?.();
        this.#forgetPosition.run();
        this.#setPosition.run(history, last, id, this.#columnsNow);
      })
      .immediate();
  }

  #removeDangling(): void {
    for (const table of this.#tables) {
      for (const key of table.dangling()) this.#replace({ table, key }, null, table.read(key));
    }
  }

  /** Rows are removed first, because others may take their unique values; those that refer to others before these. */
  #stepOf(index: number, data: ReplicatedRow | null): number {
    return data === null ? -1 - index : index;
  }

  #writeRow({ step, key, data }: StagedRow): void {
    const table = this.#tables[step < 0 ? -1 - step : step] as ReplicatedTable;
    const before = table.read(key);
    const row = data === null ? null : (JSON.parse(data) as ReplicatedRow);
    if (row === null ? before === null : isUnchanged(table, row, before)) return;
    this.#replace({ table, key }, row, before);
  }

  #replace(id: RowId, row: ReplicatedRow | null, before: ReplicatedRow | null): void {
    const { table, key } = id;
    this.#guard.copy(id, () => (row === null ? table.remove(key) : table.write(row, before)));
    const [was, is] = [plain(before), plain(table.read(key))];
    for (const listener of this.#listeners) listener.changed(table.name, was, is);
  }

  #rolledBack<Result>(work: () => Result): Result {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      return work();
    } finally {
      // On some errors, SQLite has rolled back itself.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    }
  }

  #isCopied({ table, key, data }: RowChange): boolean {
    const at = this.#tables.find(({ name }) => name === table) as ReplicatedTable;
    const before = at.read(key);
    return data === null ? before === null : isUnchanged(at, data, before);
  }
}

const isDangling = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY';

const plain = (row: ReplicatedRow | null): Row | undefined =>
  row === null
    ? undefined
    : Object.fromEntries(Object.entries(row).map(([column, value]) => [column, fromJsonValue(value)]));
