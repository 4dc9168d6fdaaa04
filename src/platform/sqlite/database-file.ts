import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const databasePath = (dataDir: string): string => join(dataDir, 'alcove.db');

/** Returns whether a folder has a database that was written to after its creation. */
export function hasDatabase(dataDir: string): boolean {
  const path = databasePath(dataDir);
  return existsSync(path) && statSync(path).size > 0;
}
