import type { Migration } from '../database.ts';

/**
 * By the chain's logical time, when a licence came to its owner, and when it was offered or its offer ended: events may
 * arrive in another order than they happened, and the later one holds. 0: not known, as before this migration.
 */
export const licenceOrder: Migration = {
  version: 14,
  sql: `
    ALTER TABLE licences ADD COLUMN owner_lt INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE licences ADD COLUMN offer_lt INTEGER NOT NULL DEFAULT 0;
  `,
};
