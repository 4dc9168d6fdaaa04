import type { Migration } from '../open.ts';

/**
 * What the chain says, for each network and platform that this node ever followed. `cursor_lt` (decimal) and
 * `cursor_hash` name the last transaction of the platform that is in these rows; `height` is the masterchain seqno up
 * to which they are complete. Amounts are nanoTON below 2^63, times milliseconds, addresses raw (`0:…`).
 * `royalties` is a JSON array of `[address, share of 10,000]`. Of several contents with one file the one with the
 * lowest index counts.
 *
 * An intent is written before its message leaves the node, and is settled by what the chain shows: by its `query_id`,
 * or, past `valid_until`, by a complete index without it. `message` is what was asked of a wallet, `external` what
 * this node's own wallet signed, so that after a crash the same bytes are sent again and not others.
 */
export const chain: Migration = {
  version: 13,
  sql: `
    CREATE TABLE platforms (
      id INTEGER PRIMARY KEY,
      network TEXT NOT NULL,
      address TEXT NOT NULL,
      cursor_lt TEXT,
      cursor_hash BLOB,
      height INTEGER NOT NULL DEFAULT 0,
      UNIQUE (network, address)
    ) STRICT;

    CREATE TABLE chain_contents (
      id INTEGER PRIMARY KEY,
      platform INTEGER NOT NULL REFERENCES platforms (id) ON DELETE CASCADE,
      content_index INTEGER NOT NULL,
      address TEXT NOT NULL,
      owner TEXT NOT NULL,
      sha256 BLOB,
      cover_sha256 BLOB,
      key_hash BLOB,
      content_type TEXT NOT NULL,
      size INTEGER,
      title TEXT NOT NULL,
      description TEXT NOT NULL,
      authors TEXT NOT NULL,
      hashtags TEXT NOT NULL,
      price INTEGER NOT NULL,
      resale_price INTEGER NOT NULL,
      allow_resale INTEGER NOT NULL,
      downloadable INTEGER NOT NULL,
      withdrawn INTEGER NOT NULL,
      royalties TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (platform, content_index),
      UNIQUE (platform, address)
    ) STRICT;
    CREATE INDEX chain_contents_by_file ON chain_contents (platform, sha256, content_index);
    CREATE INDEX chain_contents_by_owner ON chain_contents (platform, owner, content_index);
    CREATE INDEX chain_contents_by_price ON chain_contents (platform, price, content_index);

    CREATE VIRTUAL TABLE chain_contents_words USING fts5 (
      title, description, authors, hashtags,
      content = 'chain_contents', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    );
    CREATE TRIGGER chain_contents_words_insert AFTER INSERT ON chain_contents BEGIN
      INSERT INTO chain_contents_words (rowid, title, description, authors, hashtags)
      VALUES (new.id, new.title, new.description, new.authors, new.hashtags);
    END;
    CREATE TRIGGER chain_contents_words_delete AFTER DELETE ON chain_contents BEGIN
      INSERT INTO chain_contents_words (chain_contents_words, rowid, title, description, authors, hashtags)
      VALUES ('delete', old.id, old.title, old.description, old.authors, old.hashtags);
    END;

    CREATE TABLE licences (
      platform INTEGER NOT NULL REFERENCES platforms (id) ON DELETE CASCADE,
      address TEXT NOT NULL,
      content INTEGER NOT NULL REFERENCES chain_contents (id) ON DELETE CASCADE,
      licence_index INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('listen', 'resale')),
      owner TEXT NOT NULL,
      price INTEGER NOT NULL,
      offer INTEGER,
      issued_at INTEGER NOT NULL,
      moved_at INTEGER NOT NULL,
      transaction_hash BLOB NOT NULL,
      PRIMARY KEY (platform, address)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX licences_by_owner ON licences (platform, owner, issued_at);
    CREATE INDEX licences_by_content ON licences (content, owner);
    CREATE INDEX licences_offered ON licences (content, offer) WHERE offer IS NOT NULL;

    CREATE TABLE intents (
      query_id TEXT PRIMARY KEY,
      network TEXT NOT NULL,
      platform TEXT NOT NULL,
      user TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (
        kind IN ('register', 'purchase', 'terms', 'offer', 'buy_offer', 'transfer', 'withdraw')
      ),
      state TEXT NOT NULL CHECK (state IN ('open', 'confirmed', 'expired', 'refused')),
      pay_with TEXT CHECK (pay_with IN ('service_wallet', 'practice_wallet', 'wallet')),
      payer TEXT,
      recipient TEXT,
      target TEXT NOT NULL,
      sha256 BLOB,
      content_address TEXT,
      licence TEXT CHECK (licence IN ('listen', 'resale')),
      title TEXT NOT NULL,
      price INTEGER,
      amount INTEGER NOT NULL,
      message BLOB NOT NULL,
      external BLOB,
      wallet_request TEXT,
      created_at INTEGER NOT NULL,
      valid_until INTEGER NOT NULL,
      settled_at INTEGER,
      transaction_hash BLOB
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX intents_by_user ON intents (user, created_at);
    CREATE INDEX intents_open ON intents (network, platform, valid_until) WHERE state = 'open';
    CREATE INDEX intents_by_payer ON intents (pay_with, created_at) WHERE pay_with IS NOT NULL;
  `,
};
