import type { Migration } from '../database.ts';

/**
 * A content has one change for its current visibility, with an empty `gone`, and one for each time that it was removed
 * from the lists of some users. Users who lost access see that change once, and no later ones.
 */
export const departures: Migration = {
  version: 8,
  sql: `
    CREATE TABLE changes (
      sequence INTEGER PRIMARY KEY,
      sha256 BLOB NOT NULL,
      number INTEGER REFERENCES contents (number) ON DELETE SET NULL,
      gone TEXT NOT NULL,
      edited INTEGER NOT NULL
    ) STRICT;
    INSERT INTO changes SELECT sequence, sha256, number, iif(number IS NULL, gone, ''), edited FROM content_changes;
    INSERT INTO changes
      SELECT (SELECT sequence FROM totals) + row_number() OVER (ORDER BY sequence), sha256, NULL, gone, 0
      FROM content_changes WHERE number IS NOT NULL AND gone <> '';
    DROP TABLE content_changes;
    ALTER TABLE changes RENAME TO content_changes;
    CREATE INDEX content_changes_by_number ON content_changes (number);
    CREATE INDEX content_changes_by_content ON content_changes (sha256);
    UPDATE totals SET sequence = max(sequence, coalesce((SELECT max(sequence) FROM content_changes), 0));
    UPDATE content_index SET version = 0;
  `,
};
