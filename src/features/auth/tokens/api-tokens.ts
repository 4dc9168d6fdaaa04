import type { Scope } from '../../../contract/scopes.ts';
import { type Caller, ownerId } from '../../../core/caller.ts';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { requestId, secretToken } from '../../../core/ids.ts';
import type { ApiTokenRepository, ApiTokenRow } from '../repository/api-token-repository.ts';
import { tokenHash } from '../token-hash.ts';

/** An API token without its secret. Times in milliseconds. */
export interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: number;
  lastUsedAt: number | null;
}

/** Precision of the time of the last use, which limits writes to one a minute. */
const usePrecisionMs = 60_000;

const principalOf = (id: string): string => `token:${id}`;

/** Manages tokens for bots on this computer: named, scoped, revocable. */
export class ApiTokens {
  readonly #repository: ApiTokenRepository;
  readonly #clock: Clock;
  /** Recently used tokens by hash; a query for each request would take longer than the rest of its check. */
  readonly #known = new Map<string, ApiTokenRow>();

  constructor(repository: ApiTokenRepository, clock: Clock = systemClock) {
    this.#repository = repository;
    this.#clock = clock;
  }

  /** Creates a token. Only this result contains its secret; the database stores the hash. */
  create(name: string, scopes: Scope[]): ApiToken & { token: string } {
    const token = secretToken();
    const row = { id: requestId(), name, scopes, createdAt: this.#clock() };
    this.#repository.add({ ...row, tokenSha256: tokenHash(token) });
    return { ...row, lastUsedAt: null, token };
  }

  list(): ApiToken[] {
    return this.#repository.list().map(({ tokenSha256: _, ...token }) => token);
  }

  /**
   * Revokes a token by id, or by a name that only one token has.
   * @returns `false` when there is none
   */
  revoke(idOrName: string): boolean {
    const named = this.#repository.list().filter((token) => token.name === idOrName);
    this.#known.clear();
    return this.#repository.remove(named.length === 1 && named[0] ? named[0].id : idOrName);
  }

  /** Returns whether a principal is a token that was not revoked. */
  isLive(principal: string): boolean {
    return this.#repository.list().some(({ id }) => principalOf(id) === principal);
  }

  /** Authenticates an API token, which acts for the node's owner within its scopes. */
  authenticate(token: string): Caller | undefined {
    const row = this.#find(tokenHash(token));
    if (!row) return undefined;
    const now = this.#clock();
    if (now - (row.lastUsedAt ?? 0) > usePrecisionMs) {
      this.#repository.markUsed(row.id, now);
      row.lastUsedAt = now;
    }
    return { user: ownerId, scopes: new Set(row.scopes), principal: principalOf(row.id), name: row.name };
  }

  #find(tokenSha256: Buffer): ApiTokenRow | undefined {
    const key = hashKey(tokenSha256);
    const known = this.#known.get(key);
    if (known) return known;
    const row = this.#repository.findByHash(tokenSha256);
    if (row) this.#known.set(key, row);
    return row;
  }
}
