import type { ReplicatedTables } from '../../platform/replication/local-copy.ts';

/** The tables of purchases that replicas share, and that of the buyers who got the key of a sold file. */
export const replicatedPurchaseTables: ReplicatedTables = {
  rows: ['deliveries', 'receipts', 'delivered_keys'],
  counters: [],
};
