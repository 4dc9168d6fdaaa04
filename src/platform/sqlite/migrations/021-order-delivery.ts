import type { Migration } from '../database.ts';

/** The fees of an order's sender, in nanoTON, and when its delivery to the contract was seen, in milliseconds. */
export const orderDelivery: Migration = {
  version: 21,
  sql: `
    ALTER TABLE intents ADD COLUMN fees INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE intents ADD COLUMN delivered_at INTEGER;
  `,
};
