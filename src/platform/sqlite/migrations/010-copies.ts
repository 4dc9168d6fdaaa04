import type { Migration } from '../database.ts';

/**
 * Contents that came from other nodes, the times of the last checks, and the damage found.
 * - A copy is held by the user `network`. It is owned once another user holds it; that user is then `uploaded_by`.
 * - `kind` is the reason for keeping a copy without owner; those of the kind `copies` are evicted when space is needed.
 * Triggers of `copy_usage` count them.
 * - `since` of a holder decides who inherits the record of a content: the next in order.
 */
export const copies: Migration = {
  version: 10,
  sql: `
    ALTER TABLE content_holders ADD COLUMN since INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE copies (
      number INTEGER PRIMARY KEY REFERENCES contents (number),
      host TEXT NOT NULL,
      fetched_at INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0,
      subscribed INTEGER NOT NULL DEFAULT 0,
      owned INTEGER NOT NULL DEFAULT 0,
      kind TEXT GENERATED ALWAYS AS (
        CASE WHEN owned THEN 'owned' WHEN pinned THEN 'pinned' WHEN subscribed THEN 'subscribed' ELSE 'copies' END
      ) STORED
    ) STRICT;
    CREATE INDEX copies_by_use ON copies (last_used_at, number) WHERE kind = 'copies';

    CREATE TABLE copy_usage (
      kind TEXT PRIMARY KEY,
      contents INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO copy_usage VALUES ('pinned', 0, 0), ('subscribed', 0, 0), ('copies', 0, 0), ('owned', 0, 0);

    CREATE TRIGGER copies_added AFTER INSERT ON copies BEGIN
      UPDATE copy_usage SET contents = contents + 1,
        bytes = bytes + (SELECT size FROM contents WHERE number = new.number) WHERE kind = new.kind;
    END;
    CREATE TRIGGER copies_changed AFTER UPDATE ON copies WHEN old.kind <> new.kind BEGIN
      UPDATE copy_usage SET contents = contents - 1,
        bytes = bytes - (SELECT size FROM contents WHERE number = new.number) WHERE kind = old.kind;
      UPDATE copy_usage SET contents = contents + 1,
        bytes = bytes + (SELECT size FROM contents WHERE number = new.number) WHERE kind = new.kind;
    END;
    CREATE TRIGGER copies_removed AFTER DELETE ON copies BEGIN
      UPDATE copy_usage SET contents = contents - 1,
        bytes = bytes - (SELECT size FROM contents WHERE number = old.number) WHERE kind = old.kind;
    END;
    CREATE TRIGGER contents_of_copies_leaving BEFORE DELETE ON contents BEGIN
      DELETE FROM copies WHERE number = old.number;
    END;
    CREATE TRIGGER contents_of_copies_owned AFTER UPDATE OF uploaded_by ON contents BEGIN
      UPDATE copies SET owned = new.uploaded_by <> 'network' WHERE number = new.number;
    END;

    DROP TRIGGER contents_retitled;
    CREATE TRIGGER contents_renamed AFTER UPDATE OF name, title ON contents
    WHEN old.title <> new.title OR old.name <> new.name BEGIN
      INSERT INTO content_names (content_names, rowid, name) VALUES ('delete', old.number,
        iif(instr(old.name, old.title), old.name, old.name || char(10) || old.title));
      INSERT INTO content_names (rowid, name) VALUES (new.number,
        iif(instr(new.name, new.title), new.name, new.name || char(10) || new.title));
    END;

    ALTER TABLE contents ADD COLUMN verified_at INTEGER;

    CREATE TABLE damages (
      sha256 BLOB PRIMARY KEY REFERENCES contents (sha256) ON DELETE CASCADE,
      problem TEXT NOT NULL CHECK (problem IN ('missing', 'damaged')),
      found_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      next_attempt INTEGER NOT NULL,
      message TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX damages_by_attempt ON damages (next_attempt);

    CREATE TABLE store_check (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      began_at INTEGER,
      asked INTEGER NOT NULL DEFAULT 0,
      after_sha256 BLOB,
      verified INTEGER NOT NULL DEFAULT 0,
      finished_at INTEGER,
      not_before INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO store_check (id) VALUES (1);
  `,
};
