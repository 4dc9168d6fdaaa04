import type { Lease } from '../../core/concurrency/leader.ts';

/** A value as a statement returns it; safe integers are numbers. */
export type RowValue = null | number | bigint | string | Buffer;

/** A row by its columns. */
export type Row = Readonly<Record<string, RowValue>>;

/** Follows the rows of replicated tables as they are written to this database, by commands of this replica or others. */
export interface RowListener {
  /** Called within the transaction that writes, for each row. Drops what depends on the row. */
  changed(table: string, before: Row | undefined, after: Row | undefined): void;
  /** Called once before the transaction ends. Writes what other tables derive from the rows. */
  finish?(): void;
}

/** Runs writes to the tables that the replicas of a node share. The writes are the same in a standalone node. */
export interface Commands {
  /**
   * Runs a write in a transaction, perhaps together with others; resolves when it is committed.
   * @param write runs again if another write of its group fails, so it must change nothing but the database
   * @param last runs after the writes of the group that also have one, and before the next that has none. FTS5 flushes
   * pending rows whenever another write begins, so writing an index in one pass takes half the time. If it fails, all
   * writes fail.
   * @param lease of the job that writes, if any
   * @throws LeaseLostError where another replica leads that job; nothing is written
   */
  run<T>(write: () => T, last?: (value: T) => void, lease?: Lease): Promise<T>;
  /** Follows the rows that are copied from other replicas; a standalone node has none. */
  follow(listener: RowListener): void;
  /**
   * Copies what other replicas have committed so far; absent in a standalone node.
   * @param maxAgeMs does nothing if the copy had all changes within this time. Default: 0.
   */
  refresh?(maxAgeMs?: number): Promise<void>;
  /**
   * The time of the database of all replicas in milliseconds, 0 before the first write; absent in a standalone node. Within
   * a write, it is later than that of all writes before.
   */
  databaseTime?(): number;
  /** Commits pending writes of a standalone node at once; called before the database is closed. */
  flush(): void;
}
