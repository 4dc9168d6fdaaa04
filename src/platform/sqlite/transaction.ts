import type { Db } from './database.ts';

/** Runs writes of several repositories in one transaction, which is rolled back when the work throws. */
export type InTransaction = <T>(work: () => T) => T;

export const transactionsOf =
  (db: Db): InTransaction =>
  (work) =>
    db.transaction(work).immediate();
