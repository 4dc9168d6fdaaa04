import type { ReplicatedTables } from '../../platform/replication/local-copy.ts';

/** The table of traffic and storage over time, to which each replica adds. */
export const replicatedHistoryTables: ReplicatedTables = { rows: ['history'], counters: [] };
