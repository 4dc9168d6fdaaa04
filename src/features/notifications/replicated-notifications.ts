import type { ReplicatedTables } from '../../platform/replication/local-copy.ts';

/** The table of the notifications that the owner has seen, which replicas share; each database has its only row. */
export const replicatedNotificationTables: ReplicatedTables = { rows: [], counters: ['notifications_seen'] };
