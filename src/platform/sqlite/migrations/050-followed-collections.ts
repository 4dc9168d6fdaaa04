import type { Migration } from '../database.ts';

/**
 * Collections of followed people, which only their manifests change. `owner`: the wallet that signed the manifest, a raw
 * TON address; NULL: a collection of the user. `edition_of`: the id of the collection in its manifests; `manifest`: the
 * SHA-256 of the newest one, and `published_at` its time.
 */
export const followedCollections: Migration = {
  version: 50,
  sql: `
    ALTER TABLE collections ADD COLUMN owner TEXT;
    ALTER TABLE collections ADD COLUMN edition_of TEXT;
    ALTER TABLE collections ADD COLUMN manifest BLOB;
    ALTER TABLE collections ADD COLUMN published_at INTEGER;
    CREATE UNIQUE INDEX followed_collections ON collections (owner, edition_of) WHERE owner IS NOT NULL;
    CREATE INDEX followed_manifests ON collections (manifest) WHERE manifest IS NOT NULL;
  `,
};
