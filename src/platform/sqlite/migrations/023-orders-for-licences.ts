import type { Migration } from '../database.ts';

/** Counts the orders for licences of a content, from which the recipients of its key are derived. */
export const ordersForLicences: Migration = {
  version: 23,
  sql: `CREATE INDEX intents_for_licences ON intents (content_address, recipient)
    WHERE kind IN ('purchase', 'buy_offer');`,
};
