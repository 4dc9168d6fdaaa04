import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** A session of a user, which uses one wallet connection. */
interface Session {
  user: string;
  sessionId: string;
}

interface Connection extends Session {
  id: string;
}

/** Removes the rows of sessions and API tokens that have ended; those of the owner's dashboards stay. */
const pruneSql = `
  DELETE FROM shared_connections WHERE session_id <> 'dashboard'
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = session_id)
    AND NOT EXISTS (SELECT 1 FROM api_tokens WHERE 'token:' || api_tokens.id = session_id)`;

/**
 * Stores which wallet connection each session uses, for all replicas. One of them has the connection itself, which it
 * ends when another one has replaced or ended it.
 */
export class SharedConnections {
  readonly #commands: Commands;
  readonly #get: Statement<[string, string], { id: string; address: string | null }>;
  readonly #set: Statement<[Connection]>;
  readonly #connect: Statement<[Connection & { address: string }]>;
  readonly #remove: Statement<[Session & { id: string | null }]>;
  readonly #prune: Statement<[]>;

  constructor(db: Db, commands: Commands) {
    const isOfSession = 'user_id = @user AND session_id = @sessionId';
    this.#commands = commands;
    this.#get = db.prepare(
      'SELECT connection_id AS id, address FROM shared_connections WHERE user_id = ? AND session_id = ?',
    );
    this.#set = db.prepare(
      `INSERT INTO shared_connections (user_id, session_id, connection_id) VALUES (@user, @sessionId, @id)
       ON CONFLICT DO UPDATE SET connection_id = excluded.connection_id, address = NULL`,
    );
    this.#connect = db.prepare(
      `UPDATE shared_connections SET address = @address WHERE ${isOfSession} AND connection_id = @id`,
    );
    this.#remove = db.prepare(
      `DELETE FROM shared_connections WHERE ${isOfSession} AND (@id IS NULL OR connection_id = @id)`,
    );
    this.#prune = db.prepare(pruneSql);
  }

  /** Returns whether a session uses this connection. */
  isCurrent({ id, user, sessionId }: Connection): boolean {
    return this.#get.get(user, sessionId)?.id === id;
  }

  /** Returns the address of the wallet that a session has connected. */
  addressOf({ user, sessionId }: Session): string | undefined {
    return this.#get.get(user, sessionId)?.address ?? undefined;
  }

  /** Makes a connection the one of its session. */
  set({ user, sessionId, id }: Connection): Promise<void> {
    return this.#commands.run(() => {
      this.#prune.run();
      this.#set.run({ user, sessionId, id });
    });
  }

  /** Records the wallet of a connection. */
  connect({ user, sessionId, id }: Connection, address: string): Promise<void> {
    return this.#commands.run(() => void this.#connect.run({ user, sessionId, id, address }));
  }

  /** Ends the connection of a session. @param id of the one that is meant; default: any */
  remove({ user, sessionId }: Session, id: string | null = null): Promise<void> {
    return this.#commands.run(() => void this.#remove.run({ user, sessionId, id }));
  }
}
