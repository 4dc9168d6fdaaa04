import type { Migration } from '../database.ts';

/**
 * Users and their sign-ins. The owner is a user from the start; tokens are stored as hashes; addresses are raw. An
 * unlinked wallet keeps its row, so that a new proof finds the same user again. An ended session keeps its row until it
 * would have expired.
 */
export const signIn: Migration = {
  version: 3,
  sql: `
    CREATE TABLE users (
      id TEXT PRIMARY KEY,
      telegram_id INTEGER UNIQUE,
      username TEXT,
      first_name TEXT,
      last_name TEXT,
      selected_wallet TEXT,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX users_by_age ON users (created_at, id);
    INSERT INTO users (id, created_at) VALUES ('owner', unixepoch() * 1000);

    CREATE TABLE wallets (
      user_id TEXT NOT NULL REFERENCES users (id),
      address TEXT NOT NULL,
      version TEXT NOT NULL,
      linked INTEGER NOT NULL CHECK (linked IN (0, 1)),
      first_proven_at INTEGER NOT NULL,
      proven_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, address)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX wallets_by_address ON wallets (address, first_proven_at);

    CREATE TABLE sessions (
      token_sha256 BLOB PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      user_id TEXT NOT NULL REFERENCES users (id),
      wallet TEXT,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      ended_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_by_user ON sessions (user_id, last_used_at);
    CREATE INDEX sessions_by_expiry ON sessions (expires_at);

    CREATE TABLE spent_payloads (
      payload_sha256 BLOB PRIMARY KEY,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX spent_payloads_by_expiry ON spent_payloads (expires_at);
  `,
};
