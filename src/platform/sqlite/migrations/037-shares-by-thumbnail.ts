import type { Migration } from '../database.ts';

/** Indexes the covers on public nodes that are thumbnails, by their content. */
export const sharesByThumbnail: Migration = {
  version: 37,
  sql: `
    CREATE INDEX share_companions_by_source ON share_companions (source) WHERE source IS NOT NULL;
  `,
};
