import type { Message } from '../../../contract/messages/message.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { messageJson, storedMessage } from '../../../platform/sqlite/stored-message.ts';

/** A stored wallet connection. */
export interface TonConnectRow {
  id: string;
  user: string;
  /** The sign-in session to which it belongs. */
  sessionId: string;
  walletApp: string;
  manifestUrl: string;
  /** Payload that the wallet signs. */
  payload: string;
  /** Empty until the link is created. */
  link: string;
  state: 'pending' | 'connected' | 'failed' | 'expired';
  /** Reason of a failure. */
  message: Message | null;
  /** The wallet's address after it has connected. */
  address: string | null;
  /** The SDK's storage as JSON text. */
  sdkState: string;
  /** Expiry of the link in milliseconds. */
  expiresAt: number;
}

type StoredRow = Omit<TonConnectRow, 'message'> & { message: string | null };
type NewRow = Omit<TonConnectRow, 'link' | 'state' | 'message' | 'address' | 'sdkState'>;

const columns = `id, user_id AS user, session_id AS sessionId, wallet_app AS walletApp,
  manifest_url AS manifestUrl, payload, link, state, message, address, sdk_state AS sdkState,
  expires_at AS expiresAt`;

/** Stores wallet connections; a replica has its own. */
export class TonConnectRepository {
  readonly #insert: Statement<[NewRow]>;
  readonly #byId: Statement<[string], StoredRow>;
  readonly #bySession: Statement<[string, string], StoredRow>;
  readonly #live: Statement<[], StoredRow>;
  readonly #setLink: Statement<[string, string]>;
  readonly #setSdkState: Statement<[string, string]>;
  readonly #connect: Statement<[string, string]>;
  readonly #end: Statement<['failed' | 'expired', string | null, string]>;
  readonly #remove: Statement<[string]>;
  readonly #removeEnded: Statement<[]>;

  constructor(db: Db) {
    this.#insert = db.prepare(
      `INSERT INTO ton_connect_connections
         (id, user_id, session_id, wallet_app, manifest_url, payload, expires_at)
       VALUES (@id, @user, @sessionId, @walletApp, @manifestUrl, @payload, @expiresAt)`,
    );
    this.#byId = db.prepare(`SELECT ${columns} FROM ton_connect_connections WHERE id = ?`);
    this.#bySession = db.prepare(
      `SELECT ${columns} FROM ton_connect_connections WHERE user_id = ? AND session_id = ?`,
    );
    this.#live = db.prepare(
      `SELECT ${columns} FROM ton_connect_connections
       WHERE state IN ('pending', 'connected') ORDER BY expires_at DESC, id`,
    );
    this.#setLink = db.prepare('UPDATE ton_connect_connections SET link = ? WHERE id = ?');
    this.#setSdkState = db.prepare('UPDATE ton_connect_connections SET sdk_state = ? WHERE id = ?');
    this.#connect = db.prepare(
      "UPDATE ton_connect_connections SET state = 'connected', address = ? WHERE id = ?",
    );
    this.#end = db.prepare(
      `UPDATE ton_connect_connections SET state = ?, message = ?, address = NULL, sdk_state = '{}'
       WHERE id = ?`,
    );
    this.#remove = db.prepare('DELETE FROM ton_connect_connections WHERE id = ?');
    this.#removeEnded = db.prepare(
      "DELETE FROM ton_connect_connections WHERE state IN ('failed', 'expired') OR link = ''",
    );
  }

  /** Adds a connection without a wallet. */
  add(row: NewRow): void {
    this.#insert.run(row);
  }

  get(id: string): TonConnectRow | undefined {
    return toRow(this.#byId.get(id));
  }

  ofSession(user: string, sessionId: string): TonConnectRow | undefined {
    return toRow(this.#bySession.get(user, sessionId));
  }

  /** Returns the pending and connected ones, newest first. */
  live(): TonConnectRow[] {
    return this.#live.all().map((row) => toRow(row));
  }

  setLink(id: string, link: string): void {
    this.#setLink.run(link, id);
  }

  setSdkState(id: string, sdkState: string): void {
    this.#setSdkState.run(sdkState, id);
  }

  connect(id: string, address: string): void {
    this.#connect.run(address, id);
  }

  /** Keeps the row so that its state can be read, and removes the SDK's keys. */
  end(id: string, state: 'failed' | 'expired', message: Message | null): void {
    this.#end.run(state, messageJson(message), id);
  }

  remove(id: string): void {
    this.#remove.run(id);
  }

  /** Removes ended connections and those whose link was never returned. */
  removeEnded(): void {
    this.#removeEnded.run();
  }
}

function toRow(row: StoredRow): TonConnectRow;
function toRow(row: StoredRow | undefined): TonConnectRow | undefined;
function toRow(row: StoredRow | undefined): TonConnectRow | undefined {
  return row && { ...row, message: storedMessage(row.message) };
}
