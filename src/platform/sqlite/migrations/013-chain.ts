import type { Migration } from '../database.ts';

/**
 * State of the chain, for each network and platform that this node ever followed. Amounts are nanoTON below 2^63, times
 * milliseconds unless noted otherwise, addresses raw (`0:…`).
 * - `cursor_lt` and `cursor_hash` name the last transaction of the platform in these rows; `height` is the masterchain
 * seqno, `complete_until` the time on the chain in Unix seconds, up to which they are complete.
 * - `platform_transactions` has every transaction of the platform up to the cursor, and above it those of a walk back
 * to it that continues at `walk_lt` and `walk_hash` (null: it has reached the cursor); `boc` is set for transactions
 * not yet applied.
 * - Ids of contents ascend with their index. `is_first`: the content names a file that no content with a lower index
 * names; the first content of a file counts. `royalties`: a JSON array of `[address, share of 10,000]`.
 *
 * `wallet_keys` is the result of `seal` with this node's secret: it saves the derivation at each start.
 *
 * An intent is written before its message leaves the node. The chain settles it: by its `query_id`, or, past
 * `valid_until`, by a complete index without it.
 * - `purpose` must not occur twice while it is open, `terms` are those of the request; `recipient`: who then owns the
 * content or licence (null: whoever pays), `target`: the contract that gets `message`, the BoC of an internal one.
 * - `external` is the message that a wallet of this node signed with `seqno`, so that after a crash the same bytes are
 * sent again. By the chain's logical time: `after_lt` is the wallet's last transaction before, `sent_lt` the one that
 * sent the message.
 * - `wallet_reply`: the response of a connected wallet; only the chain proves it. `allowance`: the user whose daily
 * limit it counts for.
 */
export const chain: Migration = {
  version: 13,
  sql: `
    CREATE TABLE platforms (
      id INTEGER PRIMARY KEY,
      network TEXT NOT NULL,
      address TEXT NOT NULL,
      cursor_lt INTEGER,
      cursor_hash BLOB,
      height INTEGER NOT NULL DEFAULT 0,
      complete_until INTEGER NOT NULL DEFAULT 0,
      walk_lt INTEGER,
      walk_hash BLOB,
      UNIQUE (network, address)
    ) STRICT;

    CREATE TABLE platform_transactions (
      platform INTEGER NOT NULL REFERENCES platforms (id),
      lt INTEGER NOT NULL,
      hash BLOB NOT NULL,
      boc BLOB,
      PRIMARY KEY (platform, lt)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE chain_contents (
      id INTEGER PRIMARY KEY,
      platform INTEGER NOT NULL REFERENCES platforms (id),
      content_index INTEGER NOT NULL,
      price INTEGER NOT NULL,
      withdrawn INTEGER NOT NULL,
      is_first INTEGER NOT NULL,
      address TEXT NOT NULL,
      owner TEXT NOT NULL,
      sha256 BLOB,
      cover_sha256 BLOB,
      key_hash BLOB,
      content_type TEXT NOT NULL,
      size INTEGER,
      resale_price INTEGER NOT NULL,
      allow_resale INTEGER NOT NULL,
      downloadable INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      title TEXT NOT NULL,
      authors TEXT NOT NULL,
      hashtags TEXT NOT NULL,
      royalties TEXT NOT NULL,
      description TEXT NOT NULL,
      UNIQUE (platform, content_index),
      UNIQUE (platform, address)
    ) STRICT;
    CREATE INDEX chain_contents_by_file ON chain_contents (platform, sha256, content_index);
    CREATE INDEX chain_contents_by_owner ON chain_contents (platform, owner);
    CREATE INDEX chain_market_newest ON chain_contents (platform, id, price)
      WHERE is_first = 1 AND withdrawn = 0;
    CREATE INDEX chain_market_cheapest ON chain_contents (platform, price, id)
      WHERE is_first = 1 AND withdrawn = 0;

    CREATE VIRTUAL TABLE chain_search USING fts5(
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    INSERT INTO chain_search (chain_search, rank) VALUES ('pgsz', 1000);
    INSERT INTO chain_search (chain_search, rank) VALUES ('automerge', 0);
    CREATE TRIGGER chain_contents_removed AFTER DELETE ON chain_contents BEGIN
      DELETE FROM chain_search WHERE rowid = old.id;
    END;

    CREATE TABLE licences (
      platform INTEGER NOT NULL REFERENCES platforms (id),
      address TEXT NOT NULL,
      content INTEGER NOT NULL REFERENCES chain_contents (id),
      licence_index INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('listen', 'resale')),
      owner TEXT NOT NULL,
      price INTEGER NOT NULL,
      offer INTEGER,
      issued_at INTEGER NOT NULL,
      transaction_hash BLOB NOT NULL,
      PRIMARY KEY (platform, address)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX licences_by_owner ON licences (platform, owner, issued_at, address);
    CREATE INDEX licences_by_content ON licences (content, owner);
    CREATE INDEX licences_offered ON licences (content, offer) WHERE offer IS NOT NULL;

    CREATE TABLE wallet_keys (
      name TEXT PRIMARY KEY,
      attempt INTEGER NOT NULL,
      public_key BLOB NOT NULL,
      seal BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE intents (
      id INTEGER PRIMARY KEY,
      query_id TEXT NOT NULL UNIQUE,
      network TEXT NOT NULL,
      platform TEXT NOT NULL,
      user TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (
        kind IN ('register', 'purchase', 'terms', 'offer', 'buy_offer', 'transfer', 'withdraw', 'platform')
      ),
      state TEXT NOT NULL CHECK (state IN ('open', 'confirmed', 'expired', 'refused')),
      pay_with TEXT CHECK (pay_with IN ('service_wallet', 'practice_wallet', 'wallet')),
      allowance TEXT CHECK (allowance IN ('sponsor', 'token')),
      payer TEXT,
      recipient TEXT,
      target TEXT NOT NULL,
      purpose TEXT NOT NULL,
      terms TEXT NOT NULL,
      sha256 BLOB,
      content_address TEXT,
      licence TEXT CHECK (licence IN ('listen', 'resale')),
      title TEXT NOT NULL,
      price INTEGER,
      amount INTEGER NOT NULL,
      message BLOB NOT NULL,
      send_mode INTEGER NOT NULL,
      external BLOB,
      seqno INTEGER,
      after_lt INTEGER,
      sent_lt INTEGER,
      wallet_reply TEXT CHECK (wallet_reply IN ('asked', 'signed', 'declined', 'undelivered', 'unanswered', 'wrong_network')),
      note TEXT,
      created_at INTEGER NOT NULL,
      valid_until INTEGER NOT NULL,
      settled_at INTEGER,
      transaction_hash BLOB
    ) STRICT;
    CREATE INDEX intents_by_user ON intents (user, id);
    CREATE INDEX intents_open ON intents (network, valid_until) WHERE state = 'open';
    CREATE INDEX intents_by_allowance ON intents (allowance, created_at) WHERE allowance IS NOT NULL;
  `,
};
