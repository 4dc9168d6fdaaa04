import type { ReplicatedTables } from '../../../platform/replication/local-copy.ts';

/** The table of orders, which replicas share. */
export const replicatedOrderTables: ReplicatedTables = { rows: ['intents'], counters: [] };
