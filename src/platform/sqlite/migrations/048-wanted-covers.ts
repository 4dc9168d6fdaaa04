import type { Migration } from '../database.ts';

/** `wanted_cover`: SHA-256 of a picture that becomes the cover of a bought collection once it is fetched. */
export const wantedCovers: Migration = {
  version: 48,
  sql: `
    ALTER TABLE collections ADD COLUMN wanted_cover BLOB;
    CREATE INDEX collections_by_wanted_cover ON collections (wanted_cover) WHERE wanted_cover IS NOT NULL;
  `,
};
