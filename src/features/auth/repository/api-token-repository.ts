import type { Scope } from '../../../contract/scopes.ts';
import { hashKey } from '../../../core/hash-key.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
import type { ApiTokenRow, TokenStore } from '../tokens/token-store.ts';
import { LastUses } from './last-uses.ts';

type Stored = Omit<ApiTokenRow, 'scopes'> & { scopes: string };

const columns =
  'id, token_sha256 AS tokenSha256, name, scopes, created_at AS createdAt, last_used_at AS lastUsedAt';

const fromStored = (row: Stored): ApiTokenRow => ({ ...row, scopes: row.scopes.split(' ') as Scope[] });

/** Stores the API tokens of a node. */
export class ApiTokenRepository implements TokenStore {
  readonly #commands: Commands;
  readonly #insert: Statement<[Omit<Stored, 'lastUsedAt'>]>;
  readonly #byHash: Statement<[Buffer], Stored>;
  readonly #all: Statement<[], Stored>;
  readonly #revoke: Statement<[{ idOrName: string }], Stored>;
  readonly #setLastUsed: Statement<[number, string]>;
  /** Tokens that were used since the start, by hash; a query for each request would take longer than the rest of its check. */
  readonly #known = new Map<string, ApiTokenRow>();
  readonly #uses: LastUses;

  constructor(db: Db, commands: Commands = new GroupCommit(db)) {
    this.#commands = commands;
    this.#insert = db.prepare(
      `INSERT INTO api_tokens (id, token_sha256, name, scopes, created_at)
       VALUES (@id, @tokenSha256, @name, @scopes, @createdAt)`,
    );
    this.#byHash = db.prepare(`SELECT ${columns} FROM api_tokens WHERE token_sha256 = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM api_tokens ORDER BY created_at, id`);
    // A name that several tokens have revokes none of them.
    this.#revoke = db.prepare(
      `DELETE FROM api_tokens WHERE id = coalesce(
         (SELECT min(id) FROM api_tokens WHERE name = @idOrName HAVING count(*) = 1), @idOrName)
       RETURNING ${columns}`,
    );
    this.#setLastUsed = db.prepare(
      'UPDATE api_tokens SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
    );
    this.#uses = new LastUses((uses) =>
      commands.run(() => {
        for (const [id, at] of uses) this.#setLastUsed.run(at, id);
      }),
    );
    commands.follow({
      changed: (table, before) => {
        if (table === 'api_tokens' && before) this.#known.delete(hashKey(before.token_sha256 as Buffer));
      },
    });
  }

  async add(token: Omit<ApiTokenRow, 'lastUsedAt'>): Promise<void> {
    await this.#commands.run(() => this.#insert.run({ ...token, scopes: token.scopes.join(' ') }));
  }

  async list(): Promise<ApiTokenRow[]> {
    await this.#uses.write();
    return this.#all.all().map(fromStored);
  }

  async revoke(idOrName: string): Promise<ApiTokenRow | undefined> {
    const row = await this.#commands.run(() => this.#revoke.get({ idOrName }));
    if (row) this.#known.delete(hashKey(row.tokenSha256));
    return row && fromStored(row);
  }

  use(tokenSha256: Buffer, now: number): ApiTokenRow | undefined {
    const row = this.#find(tokenSha256);
    if (row) this.#uses.note(row, now);
    return row;
  }

  writeUses(): Promise<void> {
    return this.#uses.write();
  }

  #find(tokenSha256: Buffer): ApiTokenRow | undefined {
    const key = hashKey(tokenSha256);
    const known = this.#known.get(key);
    if (known) return known;
    const stored = this.#byHash.get(tokenSha256);
    if (!stored) return undefined;
    const row = fromStored(stored);
    this.#known.set(key, row);
    return row;
  }
}
