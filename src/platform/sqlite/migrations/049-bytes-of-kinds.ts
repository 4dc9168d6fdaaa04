import type { Migration } from '../database.ts';

const counted = (row: 'old' | 'new', sign: '+' | '-') =>
  `UPDATE content_kinds SET contents = contents ${sign} 1, bytes = bytes ${sign} ${row}.size WHERE kind = ${row}.kind;`;

/** `content_kinds.bytes`: the size of the contents of each kind, kept together with their number. */
export const bytesOfKinds: Migration = {
  version: 49,
  sql: `
    ALTER TABLE content_kinds ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    UPDATE content_kinds SET bytes = coalesce(
      (SELECT sum(size) FROM content_order WHERE content_order.kind = content_kinds.kind), 0);
    DROP TRIGGER content_kinds_added;
    DROP TRIGGER content_kinds_changed;
    DROP TRIGGER content_kinds_removed;
    CREATE TRIGGER content_kinds_added AFTER INSERT ON content_order WHEN new.kind <> '' BEGIN
      ${counted('new', '+')}
    END;
    CREATE TRIGGER content_kinds_changed AFTER UPDATE OF kind ON content_order WHEN new.kind <> old.kind BEGIN
      ${counted('old', '-')}
      ${counted('new', '+')}
    END;
    CREATE TRIGGER content_kinds_removed AFTER DELETE ON content_order BEGIN ${counted('old', '-')} END;
  `,
};
