import type Database from 'better-sqlite3';

export type Db = Database.Database;

export type { Statement, Transaction } from 'better-sqlite3';

/** One step of the schema; never changed after its release. */
export interface Migration {
  version: number;
  sql: string;
}
