import type { Migration } from '../database.ts';
import { recount } from './recount-registrations.ts';

/**
 * Keeps the wallet that the list of a sold collection names as long as the list is open, even without its file: it
 * decides which contents belong to the collection, and which registration of it counts.
 */
export const registrantsOfLists: Migration = {
  version: 45,
  sql: `
    CREATE TABLE kept_registrants (
      sha256 BLOB PRIMARY KEY,
      network TEXT NOT NULL,
      wallet TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO kept_registrants SELECT sha256, network, wallet FROM file_registrants;
    DROP TABLE file_registrants;
    ALTER TABLE kept_registrants RENAME TO file_registrants;
    CREATE TRIGGER file_registrants_added AFTER INSERT ON file_registrants BEGIN ${recount('new.sha256')} END;
    CREATE TRIGGER file_registrants_removed AFTER DELETE ON file_registrants BEGIN ${recount('old.sha256')} END;

    CREATE TRIGGER registrants_of_removed AFTER DELETE ON contents BEGIN
      DELETE FROM file_registrants WHERE sha256 = old.sha256
        AND NOT EXISTS (SELECT 1 FROM sold_collections WHERE collection = old.sha256);
    END;
    CREATE TRIGGER registrants_of_closed AFTER DELETE ON sold_collections BEGIN
      DELETE FROM file_registrants WHERE sha256 = old.collection
        AND NOT EXISTS (SELECT 1 FROM contents WHERE contents.sha256 = old.collection);
    END;
  `,
};
