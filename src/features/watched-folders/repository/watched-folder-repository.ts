import type { WatchMode } from '../../../contract/dashboard-api/library/watched-folders.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** A watched folder; times in milliseconds. */
export interface WatchedFolderRow {
  number: number;
  id: string;
  /** Absolute, without links. */
  path: string;
  mode: WatchMode;
  paused: boolean;
  /** End of the last complete scan. */
  scannedAt: number | null;
}

type Stored = Omit<WatchedFolderRow, 'paused'> & { paused: number };

const columns = 'number, id, path, mode, paused, scanned_at AS scannedAt';

/** Stores the watched folders and the owner's choices for them. */
export class WatchedFolderRepository {
  readonly #all: Statement<[], Stored>;
  readonly #one: Statement<[string], Stored>;
  readonly #add: Statement<[object]>;
  readonly #edit: Statement<[object]>;
  readonly #scanned: Statement<[number, number]>;
  readonly #remove: Statement<[string]>;

  constructor(db: Db) {
    this.#all = db.prepare(`SELECT ${columns} FROM watched_folders ORDER BY number`);
    this.#one = db.prepare(`SELECT ${columns} FROM watched_folders WHERE id = ?`);
    this.#add = db.prepare('INSERT INTO watched_folders (id, path, mode) VALUES (@id, @path, @mode)');
    this.#edit = db.prepare(
      'UPDATE watched_folders SET mode = @mode, paused = @paused WHERE number = @number',
    );
    this.#scanned = db.prepare('UPDATE watched_folders SET scanned_at = ? WHERE number = ?');
    this.#remove = db.prepare('DELETE FROM watched_folders WHERE id = ?');
  }

  all(): WatchedFolderRow[] {
    return this.#all.all().map(fromStored);
  }

  get(id: string): WatchedFolderRow | undefined {
    const row = this.#one.get(id);
    return row && fromStored(row);
  }

  add(folder: Pick<WatchedFolderRow, 'id' | 'path' | 'mode'>): void {
    this.#add.run(folder);
  }

  edit({ number, mode, paused }: Pick<WatchedFolderRow, 'number' | 'mode' | 'paused'>): void {
    this.#edit.run({ number, mode, paused: Number(paused) });
  }

  scanned(folder: number, at: number): void {
    this.#scanned.run(at, folder);
  }

  /** Removes a folder with the records of its files; returns whether it existed. */
  remove(id: string): boolean {
    return this.#remove.run(id).changes === 1;
  }
}

const fromStored = (row: Stored): WatchedFolderRow => ({ ...row, paused: row.paused === 1 });
