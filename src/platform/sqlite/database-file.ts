import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the database in a data folder. */
export const databasePath = (dataDir: string): string => join(dataDir, 'alcove.db');

/** Whether a node has kept anything in this folder: a database that was made and not written is none. */
export function hasDatabase(dataDir: string): boolean {
  const path = databasePath(dataDir);
  return existsSync(path) && statSync(path).size > 0;
}
