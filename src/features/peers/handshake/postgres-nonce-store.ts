import { createHash } from 'node:crypto';
import type { PostgresDatabase } from '../../../platform/postgres/postgres-database.ts';
import { unixSeconds } from './handshake-freshness.ts';
import type { NonceStore } from './nonce-store.ts';

const rememberedSeconds = 600;
const minuteSeconds = 60;
const keptMinutes = rememberedSeconds / minuteSeconds;

/**
 * Adds a nonce, or its new time if it was used too long ago to count. A second equal request waits for the first one,
 * then finds its row; $1 hash, $2 second, $3 minute, $4 capacity.
 */
const rememberSql = `
  WITH stored AS (
    SELECT coalesce(sum(nonces), 0) >= $4 AS is_full FROM handshake_minutes
    WHERE minute BETWEEN $3::bigint - ${keptMinutes} AND $3::bigint + ${keptMinutes}
  ), kept AS (
    INSERT INTO handshake_nonces (hash, second, stored_at)
      SELECT $1, $2::bigint, clock_timestamp() FROM stored WHERE NOT is_full
    ON CONFLICT (hash) DO UPDATE SET second = excluded.second, stored_at = excluded.stored_at
      WHERE abs(handshake_nonces.second - excluded.second) > ${rememberedSeconds}
    RETURNING second
  ), counted AS (
    INSERT INTO handshake_minutes (minute, nonces, stored_at) SELECT $3::bigint, 1, clock_timestamp() FROM kept
    ON CONFLICT (minute) DO UPDATE SET nonces = handshake_minutes.nonces + 1, stored_at = excluded.stored_at
    RETURNING nonces
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM kept) THEN 'fresh'
    WHEN is_full AND NOT EXISTS (
      SELECT FROM handshake_nonces WHERE hash = $1 AND abs(second - $2::bigint) <= ${rememberedSeconds}
    ) THEN 'full'
    ELSE 'replayed'
  END AS memory, (SELECT nonces FROM counted) AS "inMinute" FROM stored`;

/** By the clock of the database, because a replica with a wrong clock must not remove the nonces of others. */
const forgetSql = (table: string) =>
  `DELETE FROM ${table} WHERE stored_at < clock_timestamp() - interval '20 minutes'`;

/**
 * Stores nonces for several replicas, as truncated hashes. The capacity may be exceeded by as many requests as arrive
 * at once.
 */
export class PostgresNonceStore implements NonceStore {
  readonly #database: PostgresDatabase;
  readonly #capacity: number;

  constructor(database: PostgresDatabase, capacity = 250_000) {
    this.#database = database;
    this.#capacity = capacity;
  }

  async remember(publicKey: string, nonce: string, now: number): ReturnType<NonceStore['remember']> {
    const second = unixSeconds(now);
    const hash = createHash('sha256').update(`${publicKey}\n${nonce}`).digest().subarray(0, 16);
    const [row] = await this.#database.query<{
      memory: 'fresh' | 'replayed' | 'full';
      inMinute: number | null;
    }>(rememberSql, [hash, second, Math.floor(second / minuteSeconds), this.#capacity]);
    if (row === undefined) throw new Error('The nonce store did not answer');
    // The first nonce of a minute removes what no longer counts.
    if (row.inMinute === 1) void this.#forget();
    return row.memory;
  }

  /** Never throws, because the request whose nonce is stored must go on; the next minute tries again. */
  async #forget(): Promise<void> {
    try {
      await this.#database.query(forgetSql('handshake_nonces'));
      await this.#database.query(forgetSql('handshake_minutes'));
    } catch (error) {
      this.#database.logger.warn({ err: error }, 'old nonces were not removed');
    }
  }
}
