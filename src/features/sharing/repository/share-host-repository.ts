import type { Message } from '../../../contract/messages/message.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { messageJson, storedMessage } from '../../../platform/sqlite/stored-message.ts';

/** How this node is signed in: by its wallet, or with an API token of the other node's owner. */
export type ShareWay = 'wallet' | 'token' | 'practice';

/** A public node to share on. */
export interface ShareHostRow {
  host: string;
  way: ShareWay;
  /** null: signed out. */
  encryptedToken: Buffer | null;
  /** Milliseconds. */
  signedInAt: number;
  /** Reason why a new sign-in is needed. */
  message: Message | null;
}

type StoredHost = Omit<ShareHostRow, 'message'> & { message: string | null };

const fromStored = (row: StoredHost): ShareHostRow => ({ ...row, message: storedMessage(row.message) });

const columns = 'host, way, sealed_token AS encryptedToken, signed_in_at AS signedInAt, message';

/** Stores the nodes to share on; its writes run within commands. */
export class ShareHostRepository {
  readonly #one: Statement<[string], StoredHost>;
  readonly #all: Statement<[], StoredHost>;
  readonly #put: Statement<[StoredHost]>;
  readonly #fail: Statement<[string | null, string, Buffer | null]>;
  readonly #remove: Statement<[string]>;
  readonly #removePracticeShares: Statement<[string]>;
  readonly #removePracticeHosts: Statement<[string]>;

  constructor(db: Db) {
    this.#one = db.prepare(`SELECT ${columns} FROM share_hosts WHERE host = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM share_hosts ORDER BY host`);
    this.#put = db.prepare(
      `INSERT INTO share_hosts (host, way, sealed_token, signed_in_at, message)
       VALUES (@host, @way, @encryptedToken, @signedInAt, @message)
       ON CONFLICT (host) DO UPDATE SET way = excluded.way, sealed_token = excluded.sealed_token,
         signed_in_at = excluded.signed_in_at, message = excluded.message`,
    );
    this.#fail = db.prepare(
      'UPDATE share_hosts SET sealed_token = NULL, message = ? WHERE host = ? AND sealed_token IS ?',
    );
    this.#remove = db.prepare('DELETE FROM share_hosts WHERE host = ?');
    this.#removePracticeShares = db.prepare("DELETE FROM shares WHERE way = 'practice' AND host <> ?");
    this.#removePracticeHosts = db.prepare("DELETE FROM share_hosts WHERE way = 'practice' AND host <> ?");
  }

  get(host: string): ShareHostRow | undefined {
    const row = this.#one.get(host);
    return row && fromStored(row);
  }

  all(): ShareHostRow[] {
    return this.#all.all().map(fromStored);
  }

  put(row: ShareHostRow): void {
    this.#put.run({ ...row, message: messageJson(row.message) });
  }

  /** Marks a token as invalid, unless there is another one since; the message gives reason and remedy. */
  fail({ host, encryptedToken }: Pick<ShareHostRow, 'host' | 'encryptedToken'>, message: Message): void {
    this.#fail.run(messageJson(message), host, encryptedToken);
  }

  /** Removes a node; returns whether there was one. */
  remove(host: string): boolean {
    return this.#remove.run(host).changes === 1;
  }

  /** Removes practice nodes and their shares, except the one at `host`. */
  endPractice(host: string | undefined): void {
    this.#removePracticeShares.run(host ?? '');
    this.#removePracticeHosts.run(host ?? '');
  }
}
