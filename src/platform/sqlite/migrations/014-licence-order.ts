import type { Migration } from '../database.ts';

/**
 * Logical times of the chain at which a licence came to its owner, and was offered or its offer ended: events may
 * arrive out of order, and the later one counts. 0: unknown, for rows from before this migration.
 */
export const licenceOrder: Migration = {
  version: 14,
  sql: `
    ALTER TABLE licences ADD COLUMN owner_lt INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE licences ADD COLUMN offer_lt INTEGER NOT NULL DEFAULT 0;
  `,
};
