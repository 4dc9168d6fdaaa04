import type { Migration } from '../database.ts';

/**
 * Contents of other nodes, as those nodes list them: hints until the bytes prove them. All rows can be requested again.
 * - A pass reads a node's list from its beginning; later changes belong to the same pass. Rows only of earlier passes
 * are deleted when a new pass is complete.
 * - A content is shown as one of its sources describes it. Its number is the time of its creation in milliseconds times
 * 1024, or the next free number, so that contents of all nodes are in one order.
 * - `record` is JSON, see `known-record.ts`. Each has a weight of one, and one more for every 1,024 characters.
 * - Subscriptions keep files of the index here; `fact` is the token by which they find contents. Contents of the index
 * with a number below `scan_before` are not scanned yet.
 */
export const networkIndex: Migration = {
  version: 11,
  sql: `
    CREATE TABLE sync_states (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      host TEXT NOT NULL UNIQUE,
      public_key TEXT NOT NULL,
      named INTEGER NOT NULL,
      began_at INTEGER NOT NULL,
      cursor TEXT NOT NULL DEFAULT '',
      pass INTEGER NOT NULL DEFAULT 1,
      told INTEGER NOT NULL DEFAULT 0,
      behind INTEGER NOT NULL DEFAULT 1,
      contents INTEGER NOT NULL DEFAULT 0,
      weight INTEGER NOT NULL DEFAULT 0,
      synced_at INTEGER,
      next_sync INTEGER,
      failures INTEGER NOT NULL DEFAULT 0,
      message TEXT
    ) STRICT;

    CREATE TABLE known_contents (
      number INTEGER PRIMARY KEY,
      sha256 BLOB NOT NULL UNIQUE,
      shown INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE known_sources (
      number INTEGER NOT NULL REFERENCES known_contents (number),
      host INTEGER NOT NULL REFERENCES sync_states (id),
      pass INTEGER NOT NULL,
      since INTEGER NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (number, host)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_sources_by_host ON known_sources (host, pass, number);

    CREATE TABLE known_totals (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      contents INTEGER NOT NULL,
      weight INTEGER NOT NULL
    ) STRICT;
    INSERT INTO known_totals VALUES (1, 0, 0);
    CREATE TRIGGER known_contents_added AFTER INSERT ON known_contents BEGIN
      UPDATE known_totals SET contents = contents + 1;
    END;
    CREATE TRIGGER known_contents_removed AFTER DELETE ON known_contents BEGIN
      UPDATE known_totals SET contents = contents - 1;
    END;
    CREATE TRIGGER known_sources_added AFTER INSERT ON known_sources BEGIN
      UPDATE known_totals SET weight = weight + 1 + length(new.record) / 1024;
      UPDATE sync_states SET contents = contents + 1, weight = weight + 1 + length(new.record) / 1024
        WHERE id = new.host;
    END;
    CREATE TRIGGER known_sources_removed AFTER DELETE ON known_sources BEGIN
      UPDATE known_totals SET weight = weight - 1 - length(old.record) / 1024;
      UPDATE sync_states SET contents = contents - 1, weight = weight - 1 - length(old.record) / 1024
        WHERE id = old.host;
    END;
    CREATE TRIGGER known_sources_changed AFTER UPDATE OF record ON known_sources
    WHEN length(old.record) / 1024 <> length(new.record) / 1024 BEGIN
      UPDATE known_totals SET weight = weight + length(new.record) / 1024 - length(old.record) / 1024;
      UPDATE sync_states SET weight = weight + length(new.record) / 1024 - length(old.record) / 1024
        WHERE id = new.host;
    END;

    CREATE VIRTUAL TABLE known_search USING fts5(
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    INSERT INTO known_search (known_search, rank) VALUES ('pgsz', 1000);
    INSERT INTO known_search (known_search, rank) VALUES ('automerge', 0);

    CREATE TABLE subscriptions (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('owner', 'author', 'hashtag', 'content')),
      value TEXT NOT NULL,
      fact TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      ended INTEGER NOT NULL DEFAULT 0,
      scan_before INTEGER,
      matches INTEGER NOT NULL DEFAULT 0,
      kept INTEGER NOT NULL DEFAULT 0,
      kept_bytes INTEGER NOT NULL DEFAULT 0,
      UNIQUE (kind, fact)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE subscribed_contents (
      subscription TEXT NOT NULL REFERENCES subscriptions (id),
      sha256 BLOB NOT NULL,
      number INTEGER NOT NULL,
      size INTEGER,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'deferred', 'kept', 'left')),
      failures INTEGER NOT NULL DEFAULT 0,
      next_attempt INTEGER,
      reason TEXT,
      PRIMARY KEY (subscription, sha256)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX subscribed_by_content ON subscribed_contents (sha256);
    CREATE INDEX subscribed_kept ON subscribed_contents (sha256) WHERE state = 'kept';
    CREATE INDEX subscribed_waiting ON subscribed_contents (number) WHERE state = 'waiting';
    CREATE INDEX subscribed_deferred ON subscribed_contents (next_attempt) WHERE state = 'deferred';
    CREATE INDEX subscribed_reasons ON subscribed_contents (subscription, reason) WHERE reason IS NOT NULL;

    CREATE TRIGGER subscribed_added AFTER INSERT ON subscribed_contents BEGIN
      UPDATE subscriptions SET matches = matches + 1, kept = kept + (new.state = 'kept'),
        kept_bytes = kept_bytes + iif(new.state = 'kept', coalesce(new.size, 0), 0) WHERE id = new.subscription;
    END;
    CREATE TRIGGER subscribed_removed AFTER DELETE ON subscribed_contents BEGIN
      UPDATE subscriptions SET matches = matches - 1, kept = kept - (old.state = 'kept'),
        kept_bytes = kept_bytes - iif(old.state = 'kept', coalesce(old.size, 0), 0) WHERE id = old.subscription;
    END;
    CREATE TRIGGER subscribed_changed AFTER UPDATE OF state, size ON subscribed_contents
    WHEN old.state = 'kept' OR new.state = 'kept' BEGIN
      UPDATE subscriptions SET kept = kept + (new.state = 'kept') - (old.state = 'kept'),
        kept_bytes = kept_bytes + iif(new.state = 'kept', coalesce(new.size, 0), 0)
          - iif(old.state = 'kept', coalesce(old.size, 0), 0)
        WHERE id = new.subscription;
    END;
  `,
};
