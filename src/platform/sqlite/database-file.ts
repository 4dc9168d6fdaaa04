import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the database in a data folder. */
export const databasePath = (dataDir: string): string => join(dataDir, 'alcove.db');

/**
 * Returns whether a node has stored anything in this folder; a database that was created and never written does not
 * count.
 */
export function hasDatabase(dataDir: string): boolean {
  const path = databasePath(dataDir);
  return existsSync(path) && statSync(path).size > 0;
}
