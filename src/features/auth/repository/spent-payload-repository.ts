import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Stores the challenges that were used. */
export class SpentPayloadRepository {
  readonly #insert: Statement<[Buffer, number]>;
  readonly #removeExpired: Statement<[number]>;

  constructor(db: Db) {
    this.#insert = db.prepare(
      'INSERT INTO spent_payloads (payload_sha256, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
    );
    this.#removeExpired = db.prepare('DELETE FROM spent_payloads WHERE expires_at <= ?');
  }

  /** Marks a challenge as spent; `false` when it already was. */
  spend(payloadSha256: Buffer, expiresAt: number): boolean {
    return this.#insert.run(payloadSha256, expiresAt).changes === 1;
  }

  removeExpired(before: number): void {
    this.#removeExpired.run(before);
  }
}
