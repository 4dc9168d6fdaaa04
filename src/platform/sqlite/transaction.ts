import type { Db } from './database.ts';

/** Runs writes of several repositories in one transaction, which is rolled back when the work throws. */
export type InTransaction = <T>(work: () => T) => T;

/** Returns a function that runs work in a transaction of a database, which is locked for writing at once. */
export const transactionsOf =
  (db: Db): InTransaction =>
  (work) =>
    db.transaction(work).immediate();
