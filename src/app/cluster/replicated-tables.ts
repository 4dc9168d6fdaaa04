import { replicatedSignInTables } from '../../features/auth/index.ts';
import { ReplicatedChainIndex, replicatedChainTables } from '../../features/chain/index.ts';
import { replicatedCollectionTables } from '../../features/collections/index.ts';
import { ReplicatedContentIndex, replicatedContentTables } from '../../features/content/index.ts';
import { replicatedMarketTables } from '../../features/market/index.ts';
import { replicatedHistoryTables } from '../../features/monitoring/index.ts';
import { replicatedNotificationTables } from '../../features/notifications/index.ts';
import { replicatedOrderTables } from '../../features/orders/index.ts';
import { replicatedPlaybackTables } from '../../features/playback/index.ts';
import { replicatedPurchaseTables } from '../../features/purchases/index.ts';
import { replicatedSettingTables } from '../../features/settings/index.ts';
import { replicatedSharingTables } from '../../features/sharing/index.ts';
import type { ReplicatedTables } from '../../platform/replication/local-copy.ts';
import type { RowListener } from '../../platform/sqlite/commands.ts';
import type { Db } from '../../platform/sqlite/database.ts';

/** All tables that the replicas of a node share. */
export const replicatedTables: readonly ReplicatedTables[] = [
  replicatedContentTables,
  replicatedSignInTables,
  replicatedChainTables,
  replicatedMarketTables,
  replicatedOrderTables,
  replicatedCollectionTables,
  replicatedSharingTables,
  replicatedPurchaseTables,
  replicatedPlaybackTables,
  replicatedNotificationTables,
  replicatedHistoryTables,
  replicatedSettingTables,
];

/** Returns what derives the indexes of a replica from the rows that it copies. */
export const replicatedIndexes = (db: Db): readonly RowListener[] => [
  new ReplicatedContentIndex(db),
  new ReplicatedChainIndex(db),
];
