import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncPath } from '../../core/data-folder/sync-path.ts';
import { MessageError, message } from '../../core/messages/message.ts';
import type { Db } from './database.ts';

/** Number of copies that are kept, the newest. */
const keptCopies = 3;
const copyName = /^alcove-v\d+-(\d{8}-\d{6})\.db$/;

/**
 * Copies the database before its schema changes, so that the change can be undone. The copy is the synced file
 * `backups/alcove-v<version>-<time in UTC>.db` beside the database.
 * @param version current schema version
 * @throws MessageError without space, or when writing failed; the database is unchanged then
 */
export function copyBeforeMigration(db: Db, version: number): void {
  const folder = join(dirname(db.name), 'backups');
  const time = new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const copy = join(folder, `alcove-v${version}-${time}.db`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  removeUnfinished(folder);
  checkSpace(db, folder);
  const unfinished = `${copy}.tmp`;
  try {
    closeSync(openSync(unfinished, 'wx', 0o600));
    // The copy is consistent and includes the log.
    db.prepare('VACUUM INTO ?').run(unfinished);
    syncPath(unfinished, 'r+');
    renameSync(unfinished, copy);
    syncPath(folder, 'r');
  } catch (error) {
    rmSync(unfinished, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new MessageError(message('startup.backupNotWritten', { folder, error: reason }));
  }
  removeOld(folder);
}

function checkSpace(db: Db, folder: string): void {
  const pages = db.pragma('page_count', { simple: true }) as number;
  const pageSize = db.pragma('page_size', { simple: true }) as number;
  const { bavail, bsize } = statfsSync(folder);
  const missing = pages * pageSize - bavail * bsize;
  if (missing <= 0) return;
  throw new MessageError(message('startup.backupTooLarge', { folder, missing }));
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.db.tmp')) rmSync(join(folder, name));
}

function removeOld(folder: string): void {
  const timeOf = (name: string) => copyName.exec(name)?.[1] ?? '';
  const copies = readdirSync(folder).filter((name) => copyName.test(name));
  const newestFirst = copies.sort((a, b) => timeOf(b).localeCompare(timeOf(a)));
  for (const name of newestFirst.slice(keptCopies)) rmSync(join(folder, name));
}
