import type { Migration } from '../database.ts';

/**
 * Earlier owners of a content and the end of their ownership in milliseconds: payments up to then were theirs. Changes
 * of owner before this migration are unknown.
 */
export const earlierOwners: Migration = {
  version: 17,
  sql: `
    CREATE TABLE earlier_owners (
      content INTEGER NOT NULL,
      until INTEGER NOT NULL,
      owner TEXT NOT NULL,
      PRIMARY KEY (content, until)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX earlier_owners_by_owner ON earlier_owners (owner);
    CREATE TRIGGER earlier_owners_added AFTER UPDATE OF owner ON chain_contents WHEN new.owner <> old.owner BEGIN
      INSERT INTO earlier_owners VALUES (old.id, new.updated_at, old.owner) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER earlier_owners_removed AFTER DELETE ON chain_contents BEGIN
      DELETE FROM earlier_owners WHERE content = old.id;
    END;
  `,
};
