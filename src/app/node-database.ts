import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MessageError, message } from '../core/messages/message.ts';
import { ContentIndex } from '../features/content/index.ts';
import { StoredFiles } from '../features/storage/index.ts';
import {
  type LocationRepair,
  repairLocation,
  unmarkedFolders,
} from '../platform/blobs/relocation/location-repair.ts';
import { storageFolders } from '../platform/blobs/store/store-location.ts';
import type { Db } from '../platform/sqlite/database.ts';
import { databasePath, hasDatabase } from '../platform/sqlite/database-file.ts';
import { openDatabase } from '../platform/sqlite/open-database.ts';
import { refuseImported } from './cluster/import/import-work.ts';

/**
 * The database is missing although stored files exist. The node must not start with a new one, because the sweep would
 * remove all files that have no row in it.
 */
class LostDatabaseError extends MessageError {
  constructor(blobs: string) {
    super(message('startup.databaseMissing', { folder: blobs }));
  }
}

/** The file is not a readable database. */
class DamagedDatabaseError extends MessageError {}

/** Returns the folder with stored files, if any. Folders as of `storageFolders`. */
const storedFilesIn = (folders: string[]): string | undefined =>
  folders.map((folder) => join(folder, 'blobs')).find((blobs) => existsSync(blobs) && hasFiles(blobs));

const hasFiles = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

/**
 * Returns whether the folder has data of a node, which requires its secret.
 * @throws StorageFolderError
 */
export const holdsData = (dataDir: string): boolean =>
  hasDatabase(dataDir) || storedFilesIn(storageFolders(dataDir)) !== undefined;

/**
 * Opens or creates the database of a locked data folder. If the stored files are in another folder and only the mark of
 * that folder is missing, marks it again.
 * @param onRepair called after the folder was marked
 * @throws LostDatabaseError, DamagedDatabaseError; before any change, MessageError for a node that is in a cluster now, and
 *   StorageFolderError when the folder of the stored files does not exist
 */
export function openNodeDatabase(dataDir: string, onRepair: (repair: LocationRepair) => void = () => {}): Db {
  refuseImported(dataDir);
  mendStore(dataDir).forEach(onRepair);
  const folders = storageFolders(dataDir);
  const stored = hasDatabase(dataDir) ? undefined : storedFilesIn(folders);
  if (stored !== undefined) throw new LostDatabaseError(stored);
  const path = databasePath(dataDir);
  try {
    const db = openDatabase(path);
    updateIndex(db);
    return db;
  } catch (cause) {
    const { code = '' } = cause as { code?: string };
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw cause;
    throw new DamagedDatabaseError(message('startup.databaseDamaged', { path }), { cause });
  }
}

function updateIndex(db: Db): void {
  try {
    new ContentIndex(db).rebuildIfOutdated();
  } catch (error) {
    db.close();
    throw error;
  }
}

function mendStore(dataDir: string): LocationRepair[] {
  if (!hasDatabase(dataDir) || unmarkedFolders(dataDir).length === 0) return [];
  let known: StoredFiles | undefined;
  try {
    known = new StoredFiles(databasePath(dataDir));
    return repairLocation(dataDir, known);
  } catch {
    // Opening the folder or the database reports the problem.
    return [];
  } finally {
    known?.close();
  }
}
