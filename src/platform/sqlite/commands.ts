/** Runs writes to the tables that the replicas of a node share. The writes are the same in a node of its own. */
export interface Commands {
  /**
   * Runs a write in a transaction, perhaps together with others; resolves when it is committed.
   * @param write runs again if another write of its group fails, so it must change nothing but the database
   * @param last runs after the writes of the group that also have one, and before the next that has none. FTS5 flushes
   * pending rows whenever another write begins, so writing an index in one pass takes half the time. If it fails, all
   * writes fail.
   */
  run<T>(write: () => T, last?: (value: T) => void): Promise<T>;
  /** Commits pending writes of a node of its own at once; called before the database is closed. */
  flush(): void;
}
