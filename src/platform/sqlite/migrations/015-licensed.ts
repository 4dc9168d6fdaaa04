import type { Migration } from '../database.ts';

/**
 * Sold contents are encrypted: a *plain* content becomes a *sealed* one, an age file. Times in milliseconds, addresses
 * raw (`0:…`).
 * - `content_keys` has the key of a sealed content, itself encrypted with a key derived from the node's secret;
 * `key_hash` is the SHA-256 that the chain names. `origin`: made here, deposited by the author, or delivered for a
 * licence.
 * - `sealings` has the plain contents that are restricted, from the first request to sell them: only the owner and
 * `user` read them here. `sealed_sha256` is null until the sealed content is complete and verified. `was_published`:
 * they were in lists before. `registered_at`: the sealed content is on the chain.
 * - `deliveries` has the licences of this node's wallets whose file is stored here for them; `receipts` the signed
 * statements of the nodes that gave the keys, byte for byte.
 */
export const licensed: Migration = {
  version: 15,
  sql: `
    CREATE TABLE content_keys (
      sealed_sha256 BLOB PRIMARY KEY,
      plain_sha256 BLOB,
      plain_size INTEGER NOT NULL,
      content_type TEXT NOT NULL,
      key BLOB NOT NULL,
      key_hash BLOB NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('author', 'deposit', 'delivery')),
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX content_keys_by_plain ON content_keys (plain_sha256) WHERE plain_sha256 IS NOT NULL;

    CREATE TABLE sealings (
      plain_sha256 BLOB PRIMARY KEY,
      user TEXT NOT NULL,
      was_published INTEGER NOT NULL,
      begun_at INTEGER NOT NULL,
      sealed_sha256 BLOB,
      registered_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sealings_by_sealed ON sealings (sealed_sha256) WHERE sealed_sha256 IS NOT NULL;
    CREATE INDEX sealings_pending ON sealings (plain_sha256) WHERE registered_at IS NULL;
    CREATE INDEX intents_registering ON intents (sha256) WHERE kind = 'register';

    CREATE TABLE deliveries (
      platform INTEGER NOT NULL REFERENCES platforms (id),
      licence_address TEXT NOT NULL,
      sealed_sha256 BLOB NOT NULL,
      PRIMARY KEY (platform, licence_address)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE receipts (
      network TEXT NOT NULL,
      licence_address TEXT NOT NULL,
      document TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      PRIMARY KEY (network, licence_address)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE shares ADD COLUMN key_state TEXT NOT NULL DEFAULT 'none'
      CHECK (key_state IN ('none', 'waiting', 'deposited', 'failed'));
  `,
};
