import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Stores the challenges that were used. */
export class SpentPayloadRepository {
  readonly #one: Statement<[Buffer]>;
  readonly #insert: Statement<[Buffer, number]>;
  readonly #removeExpired: Statement<[number]>;

  constructor(db: Db) {
    this.#one = db.prepare('SELECT 1 FROM spent_payloads WHERE payload_sha256 = ?');
    this.#insert = db.prepare('INSERT INTO spent_payloads (payload_sha256, expires_at) VALUES (?, ?)');
    this.#removeExpired = db.prepare('DELETE FROM spent_payloads WHERE expires_at <= ?');
  }

  has(payloadSha256: Buffer): boolean {
    return this.#one.get(payloadSha256) !== undefined;
  }

  add(payloadSha256: Buffer, expiresAt: number): void {
    this.#insert.run(payloadSha256, expiresAt);
  }

  removeExpired(before: number): void {
    this.#removeExpired.run(before);
  }
}
