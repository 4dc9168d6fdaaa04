import type { Db } from '../sqlite/database.ts';
import { databasePath, hasDatabase } from '../sqlite/database-file.ts';
import { openForReading } from '../sqlite/open-database.ts';

/** Returns whether a database is the copy of a replica. */
export const isReplica = (db: Db): boolean =>
  db.prepare('SELECT 1 FROM replica_position').get() !== undefined;

/** Returns whether a data folder is that of a replica. Does not migrate its database. */
export function isReplicaFolder(dataDir: string): boolean {
  if (!hasDatabase(dataDir)) return false;
  let db: Db | undefined;
  try {
    db = openForReading(databasePath(dataDir));
    return isReplica(db);
  } catch {
    // It is older than replicas, or damaged, which whoever opens it reports.
    return false;
  } finally {
    db?.close();
  }
}
