import type { Migration } from '../database.ts';

/** The public key that the last change of a licence's owner named, for the delivery of the content key; NULL: none. */
export const deliverTo: Migration = {
  version: 22,
  sql: 'ALTER TABLE licences ADD COLUMN deliver_to BLOB;',
};
