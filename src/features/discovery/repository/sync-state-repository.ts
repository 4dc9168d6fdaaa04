import type { Message } from '../../../contract/messages/message.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { messageJson, storedMessage } from '../../../platform/sqlite/stored-message.ts';

/** Progress of reading the list of a node; times in milliseconds. */
export interface SyncState {
  id: number;
  /** Origin of the node. */
  host: string;
  /** Key of the node whose list was read so far. */
  publicKey: string;
  /** 1 where the owner named the node. */
  named: number;
  beganAt: number;
  /** Cursor of the next page; empty: from the beginning. */
  cursor: string;
  pass: number;
  /** Entries read since the last end of the list. */
  entries: number;
  /** 1 where the node has more entries. */
  behind: number;
  contents: number;
  /** Time of the last end of the list. */
  syncedAt: number | null;
  /** Earliest time of the next request. */
  nextSync: number | null;
  /** Failures since the last success. */
  failures: number;
  message: Message | null;
}

type StoredState = Omit<SyncState, 'message'> & { message: string | null };

const fromStored = (row: StoredState): SyncState => ({ ...row, message: storedMessage(row.message) });

/** Members to change; omitted ones stay. */
type Changes = Partial<
  Pick<SyncState, 'behind' | 'syncedAt' | 'nextSync' | 'failures' | 'message' | 'entries'>
>;

const columns = `id, host, public_key AS publicKey, named, began_at AS beganAt, cursor, pass, told AS entries, behind, contents,
  synced_at AS syncedAt, next_sync AS nextSync, failures, message`;

/** Stores how far the list of each node was read. */
export class SyncStateRepository {
  readonly #all: Statement<[], StoredState>;
  readonly #one: Statement<[number], StoredState>;
  readonly #add: Statement<[{ host: string; publicKey: string; at: number }], StoredState>;
  readonly #setNamed: Statement<[number, number]>;
  readonly #restart: Statement<[string, number]>;
  readonly #proceed: Statement<[string, number, number]>;
  readonly #update: Statement<[StoredState]>;
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
    return this.#all.all().map(fromStored);
  }

  get(id: number): SyncState | undefined {
    const row = this.#one.get(id);
    return row && fromStored(row);
  }

  add(host: string, publicKey: string, at: number): SyncState {
    return fromStored(this.#add.get({ host, publicKey, at }) as StoredState);
  }

  setNamed(id: number, named: boolean): void {
    this.#setNamed.run(named ? 1 : 0, id);
  }

  /** Restarts the list from its beginning; entries of the earlier pass stay in the index until its end. */
  restart(id: number, publicKey: string): void {
    this.#restart.run(publicKey, id);
  }

  /** Saves the position in the list. `entries`: number of entries of the page. */
  proceed(id: number, cursor: string, entries: number): void {
    this.#proceed.run(cursor, entries, id);
  }

  update(id: number, changes: Changes): void {
    const state = this.get(id);
    if (!state) return;
    const changed = { ...state, ...changes };
    this.#update.run({ ...changed, message: messageJson(changed.message) });
  }

  /** Removes a node that has no entries left. */
  remove(id: number): void {
    this.#remove.run(id);
  }
}
