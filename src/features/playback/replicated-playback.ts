import type { ReplicatedTables } from '../../platform/replication/local-copy.ts';

/** The table of positions of playback, which replicas share. */
export const replicatedPlaybackTables: ReplicatedTables = { rows: ['playback'], counters: [] };
