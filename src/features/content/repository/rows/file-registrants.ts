import type { Registrant } from '../../../../crypto/age/registrant.ts';
import type { Db, Statement } from '../../../../platform/sqlite/database.ts';

/** The wallets that stored encrypted files name as the senders of their registrations. */
export class FileRegistrants {
  readonly #add: Statement<[Buffer, string, string]>;
  readonly #of: Statement<[Buffer], Registrant>;

  constructor(db: Db) {
    this.#add = db.prepare(
      'INSERT OR IGNORE INTO file_registrants (sha256, network, wallet) VALUES (?, ?, ?)',
    );
    this.#of = db.prepare('SELECT network, wallet FROM file_registrants WHERE sha256 = ?');
  }

  /** Stores what a new content names; it is removed with the content, and that of a sold collection with its list. */
  add(sha256: Buffer, { network, wallet }: Registrant): void {
    this.#add.run(sha256, network, wallet);
  }

  of(sha256: Buffer): Registrant | undefined {
    return this.#of.get(sha256);
  }
}
