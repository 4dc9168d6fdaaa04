import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/platform/sqlite/open-database.ts';
import type { Seeded } from '../../support/seeded.ts';

/** Returns the folders of a data folder's store: one, or two during a relocation. */
export function foldersOf(dataDir: string): { folders: string[]; isMoving: boolean } {
  try {
    const state = JSON.parse(readFileSync(join(dataDir, 'storage-folder.json'), 'utf8')) as {
      folder: string | null;
      moving: { from: string | null } | null;
    };
    const named = [state.folder, ...(state.moving ? [state.moving.from] : [])];
    return { folders: named.map((folder) => folder ?? dataDir), isMoving: state.moving !== null };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { folders: [dataDir], isMoving: false };
  }
}

/** Returns the names of the files anywhere below a folder; none if the folder does not exist. */
export function filesBelow(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** Returns the incomplete files that a process left at its end. */
export const unfinishedIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) => filesBelow(join(folder, 'incoming')));

/**
 * Damages a stored file, as a disk or a user could.
 * @returns false if it is not stored
 */
export function damage(sha256: string, folders: readonly string[], seeded: Seeded): boolean {
  const paths = folders.map((folder) => join(folder, 'blobs', sha256.slice(0, 2), sha256));
  const path = paths.find((one) => statSync(one, { throwIfNoEntry: false }) !== undefined);
  if (path === undefined) return false;
  try {
    const hurt = seeded.of([rmSync, halve, flip]);
    hurt(path);
    return true;
  } catch (error) {
    // The file was moved or removed at this moment.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }

  function flip(file: string): void {
    const bytes = readFileSync(file);
    const at = seeded.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << seeded.below(8));
    writeFileSync(file, bytes, { flag: 'r+' });
  }
}

function halve(file: string): void {
  truncateSync(file, Math.floor(statSync(file).size / 2));
}

/** The faults of a store that no process uses; all lists are empty if it is consistent. */
export interface Audit {
  /** Stored files without a row. */
  strays: string[];
  /** Rows without a file. */
  missing: string[];
  /** Files in two folders at once. */
  doubles: string[];
  /** Files in the folders of unfinished uploads and of the quarantine. */
  unfinished: string[];
  quarantined: string[];
  /** The result of the database's integrity check. */
  database: unknown[];
}

export function auditStore(dataDir: string): Audit {
  const { folders } = foldersOf(dataDir);
  const files = folders.flatMap((folder) => filesBelow(join(folder, 'blobs')));
  const db = openDatabase(join(dataDir, 'alcove.db'));
  try {
    const all = <T>(sql: string): T[] => db.prepare<[], T>(sql).all();
    const rows = all<{ hex: string }>('SELECT lower(hex(sha256)) AS hex FROM contents').map(({ hex }) => hex);
    const [stored, present] = [new Set(rows), new Set(files)];
    return {
      strays: files.filter((name) => !stored.has(name)),
      missing: rows.filter((hex) => !present.has(hex)),
      doubles: files.filter((name, index) => files.indexOf(name) !== index),
      unfinished: folders.flatMap((folder) => [
        ...filesBelow(join(folder, 'incoming')),
        ...filesBelow(join(folder, 'uploads')),
      ]),
      quarantined: folders.flatMap((folder) => filesBelow(join(folder, 'quarantine'))),
      database: [
        ...(db.pragma('integrity_check') as { integrity_check: string }[]).filter(
          ({ integrity_check: result }) => result !== 'ok',
        ),
        ...(db.pragma('foreign_key_check') as unknown[]),
        ...all(wrongCounts),
      ],
    };
  } finally {
    db.close();
  }
}

/** Returns one row for each counter with a wrong value. */
const wrongCounts = `
  SELECT 'totals' AS counter, contents, content_bytes FROM totals
    WHERE contents <> (SELECT count(*) FROM contents)
      OR content_bytes <> (SELECT coalesce(sum(size), 0) FROM contents)
  UNION ALL
  SELECT kind, contents, bytes FROM copy_usage AS counted
    WHERE contents <> (SELECT count(*) FROM copies WHERE kind = counted.kind)
      OR bytes <> (SELECT coalesce(sum(size), 0) FROM copies JOIN contents USING (number) WHERE kind = counted.kind)
  UNION ALL
  SELECT 'known', contents, weight FROM known_totals
    WHERE contents <> (SELECT count(*) FROM known_contents)`;
