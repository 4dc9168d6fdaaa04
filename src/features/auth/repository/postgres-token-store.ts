import type { Scope } from '../../../contract/scopes.ts';
import type { PostgresDatabase } from '../../../platform/postgres/postgres-database.ts';
import { type ApiTokenRow, type TokenStore, usePrecisionMs } from '../tokens/token-store.ts';

type Stored = Omit<ApiTokenRow, 'scopes'> & { scopes: string };

/** Number of the advisory lock of revocations; the value has no meaning. */
const revocationLock = 7_261_095;

const columns = `id, token_sha256 AS "tokenSha256", name, scopes, created_at AS "createdAt",
  last_used_at AS "lastUsedAt"`;

/** One round trip, which writes once a minute; $1 hash, $2 now. */
const useSql = `
  WITH used AS (
    UPDATE api_tokens SET last_used_at = $2::bigint
    WHERE token_sha256 = $1 AND $2::bigint - coalesce(last_used_at, 0) > ${usePrecisionMs}
    RETURNING *
  )
  SELECT ${columns} FROM used
  UNION ALL
  SELECT ${columns} FROM api_tokens WHERE token_sha256 = $1 AND NOT EXISTS (SELECT FROM used)`;

const fromStored = (row: Stored): ApiTokenRow => ({ ...row, scopes: row.scopes.split(' ') as Scope[] });

/** Stores API tokens for several replicas. There is no cache, so that a revocation holds on all of them at once. */
export class PostgresTokenStore implements TokenStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add({ id, tokenSha256, name, scopes, createdAt }: Omit<ApiTokenRow, 'lastUsedAt'>): Promise<void> {
    await this.#database.query(
      'INSERT INTO api_tokens (id, token_sha256, name, scopes, created_at) VALUES ($1, $2, $3, $4, $5)',
      [id, tokenSha256, name, scopes.join(' '), createdAt],
    );
  }

  async list(): Promise<ApiTokenRow[]> {
    const rows = await this.#database.query<Stored>(
      `SELECT ${columns} FROM api_tokens ORDER BY created_at, id`,
    );
    return rows.map(fromStored);
  }

  async revoke(idOrName: string): Promise<ApiTokenRow | undefined> {
    return await this.#database.transaction(async (query) => {
      // A name may become that of one token only by another revocation.
      await query('SELECT pg_advisory_xact_lock($1)', [revocationLock]);
      const [row] = await query<Stored>(
        `DELETE FROM api_tokens WHERE id = coalesce(
           (SELECT min(id) FROM api_tokens WHERE name = $1 HAVING count(*) = 1), $1)
         RETURNING ${columns}`,
        [idOrName],
      );
      return row && fromStored(row);
    });
  }

  async use(tokenSha256: Buffer, now: number): Promise<ApiTokenRow | undefined> {
    const [row] = await this.#database.query<Stored>(useSql, [tokenSha256, now]);
    return row && fromStored(row);
  }
}
