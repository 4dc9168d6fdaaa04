import type { Migration } from '../database.ts';

/** `shares.picture_of`: the content whose thumbnail is the cover of a shared content; null: the content itself. */
export const picturesOfShares: Migration = {
  version: 41,
  sql: `
    ALTER TABLE shares ADD COLUMN picture_of BLOB;
    UPDATE shares SET picture_of = (SELECT source FROM share_companions
      WHERE share_companions.sha256 = shares.sha256 AND share_companions.host = shares.host AND role = 'cover');
  `,
};
