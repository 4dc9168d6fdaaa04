import type { ReplicatedTables } from '../../../platform/replication/local-copy.ts';

/** The tables of the owner's decisions that replicas share. */
export const replicatedMarketTables: ReplicatedTables = {
  rows: ['first_looks', 'licence_decisions'],
  counters: [],
};
