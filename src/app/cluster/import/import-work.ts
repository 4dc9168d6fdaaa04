import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../../../core/data-folder/secrets.ts';
import { MessageError, message } from '../../../core/messages/message.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { copyDatabase } from '../../../platform/sqlite/database-copy.ts';
import { databasePath } from '../../../platform/sqlite/database-file.ts';
import { openDatabase } from '../../../platform/sqlite/open-database.ts';

/** Segments that an earlier attempt has put into the bucket; those of contents that went since are unused. */
const carryOverSql = `
  INSERT OR IGNORE INTO segments
    SELECT * FROM earlier.segments
    WHERE sha256 IN (SELECT sha256 FROM contents) AND sha256 NOT IN (SELECT sha256 FROM main.segments);
  INSERT OR IGNORE INTO unused_segments SELECT * FROM earlier.unused_segments
    WHERE key NOT IN (SELECT key FROM main.segments);
  INSERT OR IGNORE INTO unused_segments SELECT key, set_at FROM earlier.segments
    WHERE key NOT IN (SELECT key FROM main.segments);
  DELETE FROM unused_segments WHERE key IN (SELECT key FROM main.segments);`;

/** What is on the local disk only, and ends soon. */
const uploadsSql = 'DELETE FROM partial_uploads';

const folderOf = (dataDir: string): string => join(dataDir, 'cluster-import');

/**
 * Refuses a node whose rows may be in the database of a cluster, where changes to it would be lost.
 * @throws MessageError
 */
export function refuseImported(dataDir: string): void {
  const folder = folderOf(dataDir);
  if (!['writing', 'done'].some((name) => existsSync(join(folder, name)))) return;
  throw new MessageError(message('startup.clusterImported', { folder }));
}

/**
 * The folder in a data folder in which an import keeps its copy of the database, so that the node itself stays as it is,
 * and an import that was ended continues.
 */
export class ImportWork {
  readonly #dataDir: string;
  readonly #folder: string;

  /** @param target names bucket and database; work for another one is dropped */
  constructor(dataDir: string, target: string) {
    this.#dataDir = dataDir;
    this.#folder = folderOf(dataDir);
    if (this.#read('target') === target) return;
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { mode: 0o700 });
    writePrivateFile(join(this.#folder, 'target'), target);
  }

  /** Returns whether the import was completed. */
  isDone(): boolean {
    return this.#read('done') !== undefined;
  }

  /** Remembers that the rows of the copy may be in the database from now on, so that the node does not start. */
  beginWriting(): void {
    writePrivateFile(this.#path('writing'), '');
  }

  /**
   * Opens the copy of an earlier attempt that may have written its rows, as it is; undefined: there is none. The caller
   * closes it.
   */
  openWritten(): Db | undefined {
    return this.#read('writing') === undefined ? undefined : openDatabase(this.#path('alcove.db'));
  }

  /** Copies the database of the node, with what an earlier attempt has done. The caller closes the copy. */
  async open(): Promise<Db> {
    const [next, current] = [this.#path('next.db'), this.#path('alcove.db')];
    await copyDatabase(databasePath(this.#dataDir), next);
    rmSync(this.#path('writing'), { force: true });
    const db = openDatabase(next);
    db.exec(uploadsSql);
    if (existsSync(current)) {
      // It may be of an older version.
      openDatabase(current).close();
      db.prepare('ATTACH ? AS earlier').run(current);
      db.exec(carryOverSql);
      db.exec('DETACH earlier');
    }
    db.close();
    // Closing has written its log into the file.
    renameSync(next, current);
    return openDatabase(current);
  }

  /** Opens an empty database. The caller closes it. */
  openEmpty(): Db {
    const path = this.#path('check.db');
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return openDatabase(path);
  }

  /** Keeps only that the import is done. */
  finish(): void {
    writePrivateFile(this.#path('done'), '');
    for (const name of ['alcove.db', 'check.db', 'next.db']) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path(name) + suffix, { force: true });
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #read(name: string): string | undefined {
    try {
      return readFileSync(this.#path(name), 'latin1');
    } catch {
      return undefined;
    }
  }
}
