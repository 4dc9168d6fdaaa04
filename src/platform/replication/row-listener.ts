import type { RowValue } from './shared-row.ts';

/** A row by its columns. */
export type Row = Readonly<Record<string, RowValue>>;

/** Follows the rows of shared tables as they are written to this database, by commands of this replica or others. */
export interface RowListener {
  /** Called within the transaction that writes, for each row. Drops what depends on the row. */
  changed(table: string, before: Row | undefined, after: Row | undefined): void;
  /** Called once before the transaction ends. Writes what other tables derive from the rows. */
  finish?(): void;
}
