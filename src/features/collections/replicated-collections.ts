import type { ReplicatedTables } from '../../platform/replication/local-copy.ts';

/** The tables of collections that replicas share. */
export const replicatedCollectionTables: ReplicatedTables = {
  rows: ['collections', 'collection_entries', 'collection_manifests'],
  counters: [],
};
