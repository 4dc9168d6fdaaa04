import { isDeepStrictEqual } from 'node:util';
import type { RowValue } from '../sqlite/commands.ts';
import type { Db, Statement } from '../sqlite/database.ts';
import {
  bindable,
  keyOf,
  keyValues,
  type ReplicatedRow,
  type ReplicatedValue,
  toJsonValue,
} from './replicated-row.ts';

/** Reads and writes single rows of a table of SQLite; rows of a table without a primary key are known by their rowid. */
export class ReplicatedTable {
  readonly name: string;
  readonly key: readonly string[];
  /** All columns that can be written. */
  readonly columns: readonly string[];
  /** Columns of unique indexes beside the key, whose values may pass from one row to another. */
  readonly #unique: readonly string[];
  readonly #db: Db;
  readonly #isRow: string;
  readonly #read: Statement<RowValue[], Record<string, RowValue>>;
  readonly #remove: Statement<RowValue[]>;
  readonly #keys: Statement<RowValue[], RowValue[]>;
  /** Statements by what they do and the columns that they write. */
  readonly #writes = new Map<string, Statement<[Record<string, RowValue>]>>();

  /** @throws Error for a table whose rows cannot be copied one after another */
  constructor(db: Db, name: string) {
    const columns = db
      .prepare<[string], { name: string; pk: number }>(
        'SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid',
      )
      .all(name);
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    this.#db = db;
    this.name = name;
    this.key = key.length > 0 ? key.map((column) => column.name) : ['rowid'];
    this.columns = [...new Set([...this.key, ...columns.map((column) => column.name)])];
    this.#unique = this.#uniqueColumns();
    this.#refuseDeferredKeys();
    this.#isRow = this.key.map((column) => `${column} = @${column}`).join(' AND ');
    const isKey = this.key.map((column) => `${column} = ?`).join(' AND ');
    this.#read = db
      .prepare<RowValue[], Record<string, RowValue>>(
        `SELECT ${this.columns.join(', ')} FROM ${name} WHERE ${isKey}`,
      )
      .safeIntegers();
    this.#remove = db.prepare(`DELETE FROM ${name} WHERE ${isKey}`);
    this.#keys = db
      .prepare<RowValue[], RowValue[]>(`SELECT ${this.key.join(', ')} FROM ${name}`)
      .raw()
      .safeIntegers();
  }

  read(key: string): ReplicatedRow | null {
    const row = this.#read.get(...keyValues(key));
    if (!row) return null;
    return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toJsonValue(value)]));
  }

  /** Returns the keys of all rows. */
  keys(): string[] {
    return this.#keys.all().map(keyOf);
  }

  /** Returns the keys of rows that refer to rows which are not there. */
  dangling(): string[] {
    const references = this.#db
      .prepare<[string], { parent: string; own: string; of: string }>(
        `SELECT "table" AS parent, json_group_array("from") AS own, json_group_array("to") AS of
         FROM pragma_foreign_key_list(?) WHERE on_delete <> 'SET NULL' GROUP BY id`,
      )
      .all(this.name);
    const keys = references.flatMap(({ parent, own, of }) => {
      const [columns, others] = [JSON.parse(own) as string[], JSON.parse(of) as (string | null)[]];
      const { key } = new ReplicatedTable(this.#db, parent);
      const isOther = columns.map((column, at) => `parent.${others[at] ?? key[at]} = own.${column}`);
      return this.#db
        .prepare<[], RowValue[]>(
          `SELECT ${this.key.join(', ')} FROM ${this.name} AS own
           WHERE ${columns.map((column) => `${column} IS NOT NULL`).join(' AND ')}
             AND NOT EXISTS (SELECT 1 FROM ${parent} AS parent WHERE ${isOther.join(' AND ')})`,
        )
        .raw()
        .safeIntegers()
        .all();
    });
    return [...new Set(keys.map(keyOf))];
  }

  remove(key: string): void {
    this.#remove.run(...keyValues(key));
  }

  /**
   * Writes the columns of this version; others keep their value or get the default.
   * @param before the row as it is, null where there is none
   */
  write(row: ReplicatedRow, before: ReplicatedRow | null): void {
    const columns = this.columns.filter((column) => row[column] !== undefined);
    const values = columns.map((column) => [column, bindable(row[column] ?? null)] as const);
    this.#statement(columns, before === null).run(Object.fromEntries(values));
  }

  /** Returns whether writing a row changes a value of a unique index beside the key. */
  movesUniqueValue(key: string, row: ReplicatedRow): boolean {
    const before = this.#unique.length > 0 ? this.read(key) : null;
    return before !== null && this.#unique.some((column) => !isSame(row[column], before[column]));
  }

  #uniqueColumns(): string[] {
    const found = this.#db
      .prepare<[string], { column: string | null; partial: number }>(
        `SELECT info.name AS "column", partial FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
         WHERE "unique" = 1 AND origin <> 'pk'`,
      )
      .all(this.name);
    return found.map(({ column, partial }) => {
      if (column !== null && partial === 0 && this.columns.includes(column)) return column;
      throw new Error(`The table ${this.name} has a unique index on a part of its rows, or on an expression`);
    });
  }

  #refuseDeferredKeys(): void {
    const sql = this.#db.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck();
    // A command is rolled back, so it would not fail where such a key does.
    if (/\bINITIALLY\s+DEFERRED\b/i.test(sql.get(this.name) ?? '')) {
      throw new Error(`The table ${this.name} has a deferred foreign key`);
    }
  }

  #statement(columns: readonly string[], isNew: boolean): Statement<[Record<string, RowValue>]> {
    const id = `${isNew} ${columns.join()}`;
    const known = this.#writes.get(id);
    if (known) return known;
    const set = columns.filter((column) => !this.key.includes(column));
    const text = isNew
      ? `INSERT INTO ${this.name} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`
      : `UPDATE ${this.name} SET ${set.map((column) => `${column} = @${column}`).join(', ')} WHERE ${this.#isRow}`;
    const statement = this.#db.prepare<[Record<string, RowValue>]>(text);
    this.#writes.set(id, statement);
    return statement;
  }
}

/** Returns whether a row has all values of a written one; columns that this version does not have are left out. */
export function isUnchanged(
  { columns }: ReplicatedTable,
  row: ReplicatedRow,
  before: ReplicatedRow | null,
): boolean {
  if (before === null) return false;
  return columns.every((column) => isSame(row[column], before[column]));
}

const isSame = (value: ReplicatedValue | undefined, before: ReplicatedValue | undefined): boolean =>
  value === undefined || isDeepStrictEqual(value, before);
