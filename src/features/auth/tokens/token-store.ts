import type { Scope } from '../../../contract/scopes.ts';

/** Stored API token with only the hash of the secret. Times in milliseconds. */
export interface ApiTokenRow {
  id: string;
  tokenSha256: Buffer;
  name: string;
  scopes: Scope[];
  createdAt: number;
  lastUsedAt: number | null;
}

/** Stores the API tokens of the node's owner. Each method is one transaction. */
export interface TokenStore {
  /** Adds a token; rejects one whose id or hash is stored already. */
  add(token: Omit<ApiTokenRow, 'lastUsedAt'>): Promise<void>;
  /** Returns all tokens, the oldest first. */
  list(): Promise<ApiTokenRow[]>;
  /**
   * Removes a token by a name that only one token has, otherwise by id.
   * @returns the removed token; undefined when there was none
   */
  revoke(idOrName: string): Promise<ApiTokenRow | undefined>;
  /** Returns the token with this hash, and notes the time of its use with a precision of a minute. */
  use(tokenSha256: Buffer, now: number): ApiTokenRow | undefined;
  /** Stores the noted times, which would be stored some seconds later. */
  writeUses(): Promise<void>;
}
