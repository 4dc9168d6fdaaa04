import type { PostgresMigration } from '../migration.ts';

/** API tokens, users with their wallets and sessions, and used challenges. Ids are compared by their bytes. */
export const signIn: PostgresMigration = {
  version: 2,
  minimum: 1,
  sql: `
    CREATE TABLE api_tokens (
      id text COLLATE "C" PRIMARY KEY,
      token_sha256 bytea NOT NULL UNIQUE,
      name text COLLATE "C" NOT NULL,
      scopes text NOT NULL,
      created_at bigint NOT NULL,
      last_used_at bigint
    );

    CREATE TABLE users (
      id text COLLATE "C" PRIMARY KEY,
      telegram_id bigint UNIQUE,
      username text,
      first_name text,
      last_name text,
      selected_wallet text,
      unproven_wallet text,
      created_at bigint NOT NULL
    );
    CREATE INDEX users_by_age ON users (created_at, id);
    INSERT INTO users (id, created_at) VALUES ('owner', extract(epoch FROM now()) * 1000);

    CREATE TABLE wallets (
      user_id text COLLATE "C" NOT NULL REFERENCES users (id),
      address text COLLATE "C" NOT NULL,
      version text NOT NULL,
      linked smallint NOT NULL CHECK (linked IN (0, 1)),
      first_proven_at bigint NOT NULL,
      proven_at bigint NOT NULL,
      PRIMARY KEY (user_id, address)
    );
    CREATE INDEX wallets_by_address ON wallets (address);

    CREATE TABLE sessions (
      token_sha256 bytea PRIMARY KEY,
      id text COLLATE "C" NOT NULL UNIQUE,
      user_id text COLLATE "C" NOT NULL REFERENCES users (id),
      wallet text,
      created_at bigint NOT NULL,
      last_used_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      ended_at bigint
    );
    CREATE INDEX sessions_by_user ON sessions (user_id, last_used_at);
    CREATE INDEX sessions_by_expiry ON sessions (expires_at);

    CREATE TABLE spent_payloads (
      payload_sha256 bytea PRIMARY KEY,
      expires_at bigint NOT NULL,
      stored_at timestamptz NOT NULL
    );
    CREATE INDEX spent_payloads_by_age ON spent_payloads (stored_at);
  `,
};
