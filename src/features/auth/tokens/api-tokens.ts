import type { Scope } from '../../../contract/scopes.ts';
import { type Caller, ownerId } from '../../../core/caller.ts';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { requestId, secretToken } from '../../../core/ids.ts';
import { tokenHash } from '../token-hash.ts';
import type { ApiTokenRow, TokenStore } from './token-store.ts';

/** An API token without its secret. Times in milliseconds. */
export type ApiToken = Omit<ApiTokenRow, 'tokenSha256'>;

const principalPrefix = 'token:';

/** Returns the id of the token that is a principal; undefined for other principals. */
export const idOfToken = (principal: string): string | undefined =>
  principal.startsWith(principalPrefix) ? principal.slice(principalPrefix.length) : undefined;

const toApiToken = ({ tokenSha256: _, ...token }: ApiTokenRow): ApiToken => token;

const toCaller = (row: ApiTokenRow | undefined): Caller | undefined =>
  row && {
    user: ownerId,
    scopes: new Set(row.scopes),
    principal: principalPrefix + row.id,
    name: row.name,
  };

/** Manages tokens for bots on this computer: named, scoped, revocable. */
export class ApiTokens {
  readonly #store: TokenStore;
  readonly #clock: Clock;

  constructor(store: TokenStore, clock: Clock = systemClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Creates a token. Only this result contains its secret; the store has the hash. */
  async create(name: string, scopes: Scope[]): Promise<ApiToken & { token: string }> {
    const token = secretToken();
    const row = { id: requestId(), name, scopes, createdAt: this.#clock() };
    await this.#store.add({ ...row, tokenSha256: tokenHash(token) });
    return { ...row, lastUsedAt: null, token };
  }

  async list(): Promise<ApiToken[]> {
    return (await this.#store.list()).map(toApiToken);
  }

  /**
   * Revokes a token by a name that only one token has, otherwise by id.
   * @returns undefined when there is none
   */
  async revoke(idOrName: string): Promise<ApiToken | undefined> {
    const row = await this.#store.revoke(idOrName);
    return row && toApiToken(row);
  }

  /** Authenticates an API token, which acts for the node's owner within its scopes. */
  authenticate(token: string): Caller | undefined {
    return toCaller(this.#store.use(tokenHash(token), this.#clock()));
  }

  /** Stores when tokens were used, before the node stops. */
  writeUses(): Promise<void> {
    return this.#store.writeUses();
  }
}
