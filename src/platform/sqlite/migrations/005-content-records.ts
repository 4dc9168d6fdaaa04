import type { Migration } from '../database.ts';

/**
 * Records of contents, their owners, changes and blocks.
 * - A content belongs to every user who stored its bytes: its holders.
 * - Every addition, edit and deletion takes the next `sequence`; the number of a content is that of its addition.
 * `content_changes` has the newest later change of a content, with who could see it before and no longer can.
 * - Existing titles are file names without their extension, as `titleOf` makes them.
 * - `content_search` and `change_search` hold tokens (`content-tokens.ts`); they are created when the database is
 * opened.
 * - `content_names` indexes the title too where the name does not contain it. The program adds the rows of additions in
 * batches.
 */
export const contentRecords: Migration = {
  version: 5,
  sql: `
    ALTER TABLE contents ADD COLUMN title TEXT NOT NULL DEFAULT '';
    ALTER TABLE contents ADD COLUMN description TEXT NOT NULL DEFAULT '';
    ALTER TABLE contents ADD COLUMN authors TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE contents ADD COLUMN hashtags TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE contents ADD COLUMN cover BLOB;
    ALTER TABLE contents ADD COLUMN published INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE contents ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX contents_by_cover ON contents (cover) WHERE cover IS NOT NULL;

    UPDATE contents SET updated_at = created_at, title = (
      SELECT CASE
        WHEN stem > 1 AND length(name) - stem BETWEEN 1 AND 10
          AND substr(name, stem + 1) GLOB '*[A-Za-z]*' AND substr(name, stem + 1) NOT GLOB '*[^A-Za-z0-9]*'
        THEN substr(name, 1, stem - 1)
        ELSE name
      END
      FROM (SELECT length(rtrim(name, replace(name, '.', ''))) AS stem)
    );

    ALTER TABLE totals ADD COLUMN published INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE totals ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
    UPDATE totals SET sequence = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'contents'), 0);

    CREATE TABLE content_holders (
      number INTEGER NOT NULL REFERENCES contents (number),
      user_id TEXT NOT NULL,
      PRIMARY KEY (number, user_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO content_holders SELECT number, uploaded_by FROM contents;

    CREATE TABLE user_usage (
      user_id TEXT PRIMARY KEY,
      contents INTEGER NOT NULL,
      content_bytes INTEGER NOT NULL,
      unlisted INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO user_usage SELECT uploaded_by, count(*), sum(size), count(*) FROM contents GROUP BY uploaded_by;

    CREATE TRIGGER holders_added AFTER INSERT ON content_holders BEGIN
      INSERT INTO user_usage
        SELECT new.user_id, 1, size, 1 - published FROM contents WHERE number = new.number
        ON CONFLICT (user_id) DO UPDATE SET contents = contents + 1,
          content_bytes = content_bytes + excluded.content_bytes, unlisted = unlisted + excluded.unlisted;
    END;
    CREATE TRIGGER holders_removed AFTER DELETE ON content_holders BEGIN
      UPDATE user_usage SET contents = contents - 1,
        content_bytes = content_bytes - (SELECT size FROM contents WHERE number = old.number),
        unlisted = unlisted - (SELECT 1 - published FROM contents WHERE number = old.number)
        WHERE user_id = old.user_id;
    END;

    DROP TRIGGER contents_added;
    DROP TRIGGER contents_removed;
    CREATE TRIGGER contents_added AFTER INSERT ON contents BEGIN
      UPDATE totals SET contents = contents + 1, content_bytes = content_bytes + new.size,
        published = published + new.published, sequence = new.number;
    END;
    CREATE TRIGGER contents_retitled AFTER UPDATE OF title ON contents WHEN old.title <> new.title BEGIN
      INSERT INTO content_names (content_names, rowid, name) VALUES ('delete', old.number,
        iif(instr(old.name, old.title), old.name, old.name || char(10) || old.title));
      INSERT INTO content_names (rowid, name) VALUES (new.number,
        iif(instr(new.name, new.title), new.name, new.name || char(10) || new.title));
    END;
    CREATE TRIGGER contents_published AFTER UPDATE OF published ON contents
    WHEN old.published <> new.published BEGIN
      UPDATE totals SET published = published + new.published - old.published;
      UPDATE user_usage SET unlisted = unlisted + old.published - new.published
        WHERE user_id IN (SELECT user_id FROM content_holders WHERE number = new.number);
    END;
    CREATE TRIGGER contents_leaving BEFORE DELETE ON contents BEGIN
      DELETE FROM content_holders WHERE number = old.number;
    END;
    CREATE TRIGGER contents_removed AFTER DELETE ON contents BEGIN
      UPDATE totals SET contents = contents - 1, content_bytes = content_bytes - old.size,
        published = published - old.published;
      INSERT INTO content_names (content_names, rowid, name) VALUES ('delete', old.number,
        iif(instr(old.name, old.title), old.name, old.name || char(10) || old.title));
    END;

    CREATE TABLE content_changes (
      sequence INTEGER PRIMARY KEY,
      sha256 BLOB NOT NULL UNIQUE,
      number INTEGER REFERENCES contents (number) ON DELETE SET NULL,
      gone TEXT NOT NULL,
      edited INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX content_changes_by_number ON content_changes (number);

    CREATE VIRTUAL TABLE content_search USING fts5(
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    CREATE VIRTUAL TABLE change_search USING fts5(
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    -- To look for one row, FTS5 reads a page from its beginning: small ones make searches twice as fast.
    INSERT INTO content_search (content_search, rank) VALUES ('pgsz', 1000);
    INSERT INTO change_search (change_search, rank) VALUES ('pgsz', 1000);
    CREATE TABLE content_index (version INTEGER NOT NULL) STRICT;
    INSERT INTO content_index VALUES (0);

    CREATE TABLE blocked (
      sha256 BLOB PRIMARY KEY,
      reason TEXT NOT NULL,
      blocked_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX blocked_by_age ON blocked (blocked_at);
  `,
};
