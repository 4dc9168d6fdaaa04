import { accessSync, closeSync, constants, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { message } from '../../../../core/messages/message.ts';
import type { Db, Transaction } from '../../../../platform/sqlite/database.ts';
import { openSingleFileDatabase } from '../../../../platform/sqlite/single-file-database.ts';
import {
  asJournalError,
  brokenError,
  damagedError,
  isNoDatabase,
  newerError,
  noJournalError,
} from './journal-error.ts';
import { digestOf, type StoredTransaction } from './stored-transaction.ts';

/** Version of the format; version 1 had a frame for each block (`former-journal.ts`). */
const version = 2;
const schema = [
  `CREATE TABLE transactions (
    lt INTEGER PRIMARY KEY,
    seqno INTEGER NOT NULL,
    time INTEGER NOT NULL,
    account TEXT NOT NULL,
    digest BLOB NOT NULL,
    boc BLOB NOT NULL,
    state BLOB
  ) STRICT`,
  'CREATE INDEX transactions_by_account ON transactions (account)',
  'CREATE INDEX transactions_by_block ON transactions (seqno)',
].join(';');

export type AddTransactions = Transaction<(transactions: readonly StoredTransaction[]) => void>;

/** Returns a function that adds transactions, all or nothing. */
export function transactionAdder(db: Db): AddTransactions {
  const insert = db.prepare(
    'INSERT INTO transactions VALUES (:lt, :seqno, :time, :account, :digest, :boc, :state)',
  );
  return db.transaction((transactions) => {
    for (const transaction of transactions) insert.run({ ...transaction, digest: digestOf(transaction) });
  });
}

/**
 * Creates or replaces a journal, all or nothing. A crash of the system may undo the renaming until the next commit of
 * SQLite, which syncs the folder.
 */
export function writeJournalFile(file: string, transactions: readonly StoredTransaction[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.new`;
  for (const leftOver of [draft, `${draft}-journal`]) rmSync(leftOver, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  const db = openSingleFileDatabase(draft);
  try {
    // All writes are in one commit, because each commit syncs several times.
    db.transaction(() => {
      db.exec(schema);
      db.pragma(`user_version = ${version}`);
      transactionAdder(db)(transactions);
    })();
  } finally {
    db.close();
  }
  renameSync(draft, file);
}

/**
 * Opens a journal and checks everything in it.
 * @returns undefined when the file is no database
 * @throws JournalError
 */
export function openJournalFile(file: string): Db | undefined {
  let db: Db | undefined;
  try {
    // SQLite would open a file without the permission to write, and fail later without that reason.
    for (const path of [dirname(file), file]) accessSync(path, constants.R_OK | constants.W_OK);
    db = openSingleFileDatabase(file);
    check(db, file);
    return db;
  } catch (error) {
    db?.close();
    if (isNoDatabase(error)) return undefined;
    throw asJournalError(file, error);
  }
}

function check(db: Db, file: string): void {
  if ((db.pragma('user_version', { simple: true }) as number) > version) throw newerError(file);
  const found = db.prepare('SELECT sql FROM sqlite_schema ORDER BY rowid').pluck().all().join(';');
  if (found !== schema) throw noJournalError(file);
  // The structure is checked first, because damage may change types of values, which the code below relies on.
  if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw damagedError(file);
  const rows = db.prepare<[], StoredTransaction & { digest: Buffer }>(
    'SELECT lt, seqno, time, account, digest, boc, state FROM transactions ORDER BY lt',
  );
  let blocks = 0;
  for (const row of rows.iterate()) {
    const isNext = row.seqno === blocks || row.seqno === blocks + 1;
    if (!isNext || !digestOf(row).equals(row.digest)) {
      throw brokenError(file, message('chain.journalDamagedIn', { file: basename(file), block: row.seqno }));
    }
    blocks = row.seqno;
  }
}
