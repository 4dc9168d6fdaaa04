import type { Scope } from '../../../contract/scopes.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Stored API token with only the hash of the secret. Times in milliseconds. */
export interface ApiTokenRow {
  id: string;
  tokenSha256: Buffer;
  name: string;
  scopes: Scope[];
  createdAt: number;
  lastUsedAt: number | null;
}

type Stored = Omit<ApiTokenRow, 'scopes'> & { scopes: string };

const columns =
  'id, token_sha256 AS tokenSha256, name, scopes, created_at AS createdAt, last_used_at AS lastUsedAt';

const fromStored = (row: Stored): ApiTokenRow => ({ ...row, scopes: row.scopes.split(' ') as Scope[] });

export class ApiTokenRepository {
  readonly #insert: Statement<[Omit<Stored, 'lastUsedAt'>]>;
  readonly #byHash: Statement<[Buffer], Stored>;
  readonly #all: Statement<[], Stored>;
  readonly #delete: Statement<[string]>;
  readonly #used: Statement<[number, string]>;

  constructor(db: Db) {
    this.#insert = db.prepare(
      `INSERT INTO api_tokens (id, token_sha256, name, scopes, created_at)
       VALUES (@id, @tokenSha256, @name, @scopes, @createdAt)`,
    );
    this.#byHash = db.prepare(`SELECT ${columns} FROM api_tokens WHERE token_sha256 = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM api_tokens ORDER BY created_at, id`);
    this.#delete = db.prepare('DELETE FROM api_tokens WHERE id = ?');
    this.#used = db.prepare('UPDATE api_tokens SET last_used_at = ? WHERE id = ?');
  }

  add(token: Omit<ApiTokenRow, 'lastUsedAt'>): void {
    this.#insert.run({ ...token, scopes: token.scopes.join(' ') });
  }

  findByHash(tokenSha256: Buffer): ApiTokenRow | undefined {
    const row = this.#byHash.get(tokenSha256);
    return row && fromStored(row);
  }

  list(): ApiTokenRow[] {
    return this.#all.all().map(fromStored);
  }

  remove(id: string): boolean {
    return this.#delete.run(id).changes === 1;
  }

  markUsed(id: string, at: number): void {
    this.#used.run(at, id);
  }
}
