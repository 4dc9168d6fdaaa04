import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** How far this node knows what another one has. Times in milliseconds. */
export interface SyncState {
  id: number;
  /** Its origin. */
  host: string;
  /** Whose list it was that was read so far. */
  publicKey: string;
  /** 1: a person named it. */
  named: number;
  beganAt: number;
  /** Where its list goes on; empty: at the beginning. */
  cursor: string;
  pass: number;
  /** Entries read since the list last came to its end. */
  entries: number;
  /** 1: more is waiting there. */
  behind: number;
  contents: number;
  /** When it last came to an end. */
  syncedAt: number | null;
  /** Not to be asked before this time. */
  nextSync: number | null;
  /** Since the last success. */
  failures: number;
  message: string | null;
}

/** Members that may be changed; those left out stay. */
type Changes = Partial<
  Pick<SyncState, 'behind' | 'syncedAt' | 'nextSync' | 'failures' | 'message' | 'entries'>
>;

const columns = `id, host, public_key AS publicKey, named, began_at AS beganAt, cursor, pass, told AS entries, behind, contents,
  synced_at AS syncedAt, next_sync AS nextSync, failures, message`;

export class SyncStateRepository {
  readonly #all: Statement<[], SyncState>;
  readonly #one: Statement<[number], SyncState>;
  readonly #add: Statement<[{ host: string; publicKey: string; at: number }], SyncState>;
  readonly #setNamed: Statement<[number, number]>;
  readonly #restart: Statement<[string, number]>;
  readonly #proceed: Statement<[string, number, number]>;
  readonly #update: Statement<[SyncState]>;
  readonly #remove: Statement<[number]>;

  constructor(db: Db) {
    this.#all = db.prepare(`SELECT ${columns} FROM sync_states ORDER BY host`);
    this.#one = db.prepare(`SELECT ${columns} FROM sync_states WHERE id = ?`);
    this.#add = db.prepare(
      `INSERT INTO sync_states (host, public_key, named, began_at) VALUES (@host, @publicKey, 0, @at)
       RETURNING ${columns}`,
    );
    this.#setNamed = db.prepare('UPDATE sync_states SET named = ? WHERE id = ?');
    this.#restart = db.prepare(
      "UPDATE sync_states SET public_key = ?, cursor = '', pass = pass + 1, told = 0, behind = 1 WHERE id = ?",
    );
    this.#proceed = db.prepare('UPDATE sync_states SET cursor = ?, told = told + ? WHERE id = ?');
    this.#update = db.prepare(
      `UPDATE sync_states SET behind = @behind, synced_at = @syncedAt, next_sync = @nextSync, failures = @failures,
         message = @message, told = @entries WHERE id = @id`,
    );
    this.#remove = db.prepare('DELETE FROM sync_states WHERE id = ?');
  }

  all(): SyncState[] {
    return this.#all.all();
  }

  get(id: number): SyncState | undefined {
    return this.#one.get(id);
  }

  add(host: string, publicKey: string, at: number): SyncState {
    return this.#add.get({ host, publicKey, at }) as SyncState;
  }

  setNamed(id: number, named: boolean): void {
    this.#setNamed.run(named ? 1 : 0, id);
  }

  /** Reads the list from its beginning; what was known before stays until the end. */
  restart(id: number, publicKey: string): void {
    this.#restart.run(publicKey, id);
  }

  /** Records how far the list was read. @param entries of the page */
  proceed(id: number, cursor: string, entries: number): void {
    this.#proceed.run(cursor, entries, id);
  }

  update(id: number, changes: Changes): void {
    const state = this.get(id);
    if (state) this.#update.run({ ...state, ...changes });
  }

  /** Only when nothing is known from it any more. */
  remove(id: number): void {
    this.#remove.run(id);
  }
}
