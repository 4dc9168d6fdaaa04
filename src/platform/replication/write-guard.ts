import type { RowValue } from '../sqlite/commands.ts';
import type { Db } from '../sqlite/database.ts';
import { keyOf } from './replicated-row.ts';
import type { ReplicatedTable } from './replicated-table.ts';

/** A row by its table and key. */
export interface RowId {
  table: ReplicatedTable;
  key: string;
}

type Mode =
  /** Every write is an error. */
  | { is: 'closed' }
  /** A command writes; `changed` has its rows by table and key. */
  | { is: 'command'; changed: Map<string, RowId> }
  /** A row of another replica is written, and nothing else: the database's own triggers have run there. */
  | { is: 'copy'; row: RowId };

/**
 * Watches writes to replicated tables by temporary triggers, which only the connection of a replica has. A write that
 * is neither of a command nor a copy of a replicated row fails, because other replicas would not have it.
 */
export class WriteGuard {
  #mode: Mode = { is: 'closed' };
  /** Tables whose rows are not replicated yet, so that they are written as foreign keys demand. */
  unshared: ReadonlySet<string> = new Set();

  constructor(db: Db, tables: readonly ReplicatedTable[]) {
    const tableAt = (index: unknown) => tables[Number(index)] as ReplicatedTable;
    const options = { varargs: true, safeIntegers: true };
    db.function('is_write_skipped', options, (index: unknown, ...key: unknown[]) =>
      this.#isSkipped(tableAt(index), key as RowValue[]) ? 1 : 0,
    );
    db.function('row_changed', options, (index: unknown, ...key: unknown[]) => {
      this.#changed(tableAt(index), key as RowValue[]);
      return null;
    });
    for (const [index, table] of tables.entries()) db.exec(triggersOf(index, table));
    // Otherwise, rows that `INSERT OR REPLACE` removes have no triggers.
    db.pragma('recursive_triggers = ON');
  }

  /** Runs a command. @returns also the rows that it changed or tried to change */
  watch<Result>(command: () => Result): { result: Result; rows: RowId[] } {
    const changed = new Map<string, RowId>();
    const result = this.#in({ is: 'command', changed }, command);
    return { result, rows: [...changed.values()] };
  }

  /** Runs a statement that writes one row. */
  copy(row: RowId, write: () => void): void {
    this.#in({ is: 'copy', row }, write);
  }

  #in<Result>(mode: Mode, work: () => Result): Result {
    const before = this.#mode;
    this.#mode = mode;
    try {
      return work();
    } finally {
      this.#mode = before;
    }
  }

  #isSkipped(table: ReplicatedTable, key: readonly RowValue[]): boolean {
    if (this.#mode.is === 'closed') throw new Error(`The table ${table.name} was written without a command`);
    if (this.#mode.is === 'command' || this.unshared.has(table.name)) return false;
    const { row } = this.#mode;
    return table !== row.table || keyOf(key) !== row.key;
  }

  #changed(table: ReplicatedTable, values: readonly RowValue[]): void {
    if (this.#mode.is !== 'command') return;
    const key = keyOf(values);
    this.#mode.changed.set(`${table.name} ${key}`, { table, key });
  }
}

/** `RAISE(IGNORE)` skips one row of a statement; a trigger that runs it goes on with its next statement. */
function triggersOf(index: number, { name, key }: ReplicatedTable): string {
  const call = (what: string, row: 'old' | 'new') =>
    `${what}(${[index, ...key.map((column) => `${row}.${column}`)].join(', ')})`;
  const guarded = (event: string, row: 'old' | 'new') => `
    CREATE TEMP TRIGGER ${name}_${event}_guarded BEFORE ${event} ON main.${name}
    WHEN ${call('is_write_skipped', row)} BEGIN SELECT RAISE(IGNORE); END;`;
  const watched = (event: string, rows: readonly ('old' | 'new')[]) => `
    CREATE TEMP TRIGGER ${name}_${event}_watched AFTER ${event} ON main.${name}
    BEGIN SELECT ${rows.map((row) => call('row_changed', row)).join(', ')}; END;`;
  return [
    guarded('INSERT', 'new'),
    guarded('UPDATE', 'old'),
    guarded('DELETE', 'old'),
    watched('INSERT', ['new']),
    watched('UPDATE', ['old', 'new']),
    watched('DELETE', ['old']),
  ].join('');
}
