import type { Migration } from '../database.ts';

/**
 * The successors of a followed platform, which its owner named, in the order in which this node first saw them. Their
 * contents and licences belong to the followed `platform`, so that lists read one platform; `successor` is the row of
 * their own progress, whose `network` names the followed platform, too. In `chain_contents`, `content_index` has the
 * position times 2^40 added, so that the contents of all of them are distinct.
 */
export const successors: Migration = {
  version: 40,
  sql: `
    CREATE TABLE platform_successors (
      platform INTEGER NOT NULL REFERENCES platforms (id),
      position INTEGER NOT NULL CHECK (position > 0),
      successor INTEGER NOT NULL UNIQUE REFERENCES platforms (id),
      PRIMARY KEY (platform, position)
    ) STRICT, WITHOUT ROWID;
  `,
};
