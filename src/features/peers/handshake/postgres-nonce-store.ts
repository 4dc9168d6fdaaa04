import { hash } from 'node:crypto';
import type { PostgresDatabase, PreparedQuery } from '../../../platform/postgres/postgres-database.ts';
import { unixSeconds } from './handshake-freshness.ts';
import { type NonceStore, rememberedSeconds } from './nonce-store.ts';

const minuteSeconds = 60;
/** A truncated SHA-256. */
const hashBytes = 16;
const keptMinutes = rememberedSeconds / minuteSeconds;

/**
 * Adds nonces, or their new times if they were used too long ago to count. A second equal request waits for the first
 * one, then finds its row. Rows are written in the order of their keys, so that replicas wait for each other in one
 * order; $1 hashes one after the other in hexadecimal digits, $2 seconds separated by commas, $3 capacity. Returns one
 * letter for each nonce, in their order, because buffers, arrays and rows take the replica more time than texts. The
 * sub-select decodes the hashes once instead of once for each row.
 */
const rememberSql = `
  WITH asked AS (
    SELECT substring((SELECT decode($1, 'hex')) FROM (place - 1)::integer * ${hashBytes} + 1 FOR ${hashBytes}) AS hash,
      second, second / ${minuteSeconds} AS minute, place
    FROM unnest(string_to_array($2, ',')::bigint[]) WITH ORDINALITY AS nonces (second, place)
  ), stored AS (
    SELECT minutes.minute, coalesce(sum(nonces), 0) >= $3 AS is_full
    FROM (SELECT DISTINCT minute FROM asked) AS minutes
      LEFT JOIN handshake_minutes AS counted
      ON counted.minute BETWEEN minutes.minute - ${keptMinutes} AND minutes.minute + ${keptMinutes}
    GROUP BY minutes.minute
  ), kept AS (
    INSERT INTO handshake_nonces (hash, second, stored_at)
      SELECT hash, second, clock_timestamp() FROM asked JOIN stored USING (minute) WHERE NOT is_full ORDER BY hash
    ON CONFLICT (hash) DO UPDATE SET second = excluded.second, stored_at = excluded.stored_at
      WHERE abs(handshake_nonces.second - excluded.second) > ${rememberedSeconds}
    RETURNING hash, second
  ), counted AS (
    INSERT INTO handshake_minutes (minute, nonces, stored_at)
      SELECT second / ${minuteSeconds} AS minute, count(*), clock_timestamp() FROM kept GROUP BY 1 ORDER BY 1
    ON CONFLICT (minute) DO UPDATE SET nonces = handshake_minutes.nonces + excluded.nonces,
      stored_at = excluded.stored_at
  )
  SELECT string_agg(CASE
    WHEN kept.hash IS NOT NULL THEN 'f'
    WHEN is_full AND NOT EXISTS (
      SELECT FROM handshake_nonces AS used
      WHERE used.hash = asked.hash AND abs(used.second - asked.second) <= ${rememberedSeconds}
    ) THEN 'c'
    ELSE 'r'
  END, '' ORDER BY place) AS memories
  FROM asked JOIN stored USING (minute) LEFT JOIN kept ON kept.hash = asked.hash`;

/** Memories by their letters; `c` means that the capacity is used up. */
const memories = { f: 'fresh', r: 'replayed', c: 'full' } as const;

/** Nonces in one statement, so that a time limit does not concern all that wait. */
const maxBatch = 1000;

type Memory = (typeof memories)[keyof typeof memories];

/** A nonce that waits for its statement. */
interface Waiting extends PromiseWithResolvers<Memory> {
  hexHash: string;
  second: number;
}

/**
 * By the clock of the database, because a replica with a wrong clock must not remove the nonces of others. It waits for
 * no row, because it reaches them in another order than those who add nonces.
 */
const forgetSql = (table: string, key: string) => `
  DELETE FROM ${table} WHERE ${key} IN (
    SELECT ${key} FROM ${table} WHERE stored_at < clock_timestamp() - interval '20 minutes' FOR UPDATE SKIP LOCKED
  )`;

/**
 * Stores nonces for several replicas, as truncated hashes. Those that arrive while a statement runs share the next one,
 * which halves the processor time of a handshake. The capacity may be exceeded by as many requests as arrive at once.
 */
export class PostgresNonceStore implements NonceStore {
  readonly #database: PostgresDatabase;
  readonly #capacity: number;
  /** By the hash in hexadecimal digits. Each batch has a map of its own, for the reason of `TransientMap`. */
  #waiting = new Map<string, Waiting>();
  #isRunning = false;
  /** The last minute in which this replica removed old nonces. */
  #forgotAt = 0;

  constructor(database: PostgresDatabase, capacity = 250_000) {
    this.#database = database;
    this.#capacity = capacity;
  }

  remember(publicKey: string, nonce: string, now: number): ReturnType<NonceStore['remember']> {
    const second = unixSeconds(now);
    const hexHash = hash('sha256', `${publicKey}\n${nonce}`).slice(0, hashBytes * 2);
    const equal = this.#waiting.get(hexHash);
    if (equal) return equal.promise.then((memory) => (memory === 'fresh' ? 'replayed' : memory));
    const waiting = { hexHash, second, ...Promise.withResolvers<Memory>() };
    this.#waiting.set(hexHash, waiting);
    if (!this.#isRunning) void this.#run();
    return waiting.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      await this.#database.series('remember_nonces', rememberSql, async (query) => {
        while (this.#waiting.size > 0) await this.#store(query, this.#take(maxBatch));
        // Before the connection is returned, because a nonce that arrives meanwhile needs another run.
        this.#isRunning = false;
      });
    } catch (error) {
      this.#isRunning = false;
      // Those that wait would each wait for another time limit.
      for (const { reject } of this.#take()) reject(error);
    }
  }

  /** Takes those that have waited longest. */
  #take(count = this.#waiting.size): readonly Waiting[] {
    const all = [...this.#waiting];
    this.#waiting = new Map(all.slice(count));
    return all.slice(0, count).map(([, waiting]) => waiting);
  }

  /** @throws after it has rejected the batch, because the connection may be the cause */
  async #store(query: PreparedQuery, batch: readonly Waiting[]): Promise<void> {
    const hashes = batch.map(({ hexHash }) => hexHash).join('');
    const seconds = batch.map(({ second }) => second).join();
    try {
      const [row] = await query<{ memories: string }>([hashes, seconds, this.#capacity]);
      for (const [place, { resolve }] of batch.entries())
        resolve(memories[row?.memories[place] as keyof typeof memories]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      throw error;
    }
    const minute = Math.floor((batch[0]?.second ?? 0) / minuteSeconds);
    if (minute === this.#forgotAt) return;
    this.#forgotAt = minute;
    void this.#forget();
  }

  /** Never throws, because the request whose nonce is stored must go on; the next minute tries again. */
  async #forget(): Promise<void> {
    try {
      await this.#database.query(forgetSql('handshake_nonces', 'hash'));
      await this.#database.query(forgetSql('handshake_minutes', 'minute'));
    } catch (error) {
      this.#database.logger.warn({ err: error }, 'old nonces were not removed');
    }
  }
}
