import type { Db } from './database.ts';

/** Runs writes of several repositories as one: all of them happen, or none when the work throws. */
export type InTransaction = <T>(work: () => T) => T;

export const transactionsOf =
  (db: Db): InTransaction =>
  (work) =>
    db.transaction(work).immediate();
