import { computerSettings } from '../../../contract/setting-names.ts';
import type { SettingsInput } from '../../../contract/settings.ts';
import { MessageError } from '../../../core/messages/message.ts';
import { FileSettingsLayer, mergeSettings, withoutSettings } from '../../../core/settings.ts';
import { isChainInside, SharedSettings } from '../../../features/settings/index.ts';
import { loadCluster } from '../../../platform/postgres/cluster-file.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';

/** Returns what the dashboard of a node has changed, except settings of its computer. */
const changedSettings = (dataDir: string): SettingsInput =>
  withoutSettings(mergeSettings(new FileSettingsLayer(dataDir).read()), computerSettings);

/** Refuses settings with which no replica would start. @throws MessageError */
export function refuseChainInside(dataDir: string): void {
  const { chain } = changedSettings(dataDir);
  if (chain && isChainInside(chain)) throw new MessageError('startup.clusterImportChain');
}

/** Writes the settings to a copy of the database. */
export async function importSettings(
  { dataDir, clusterFile }: { dataDir: string; clusterFile: string },
  db: Db,
): Promise<void> {
  const shared = new SharedSettings(db, new GroupCommit(db), loadCluster(clusterFile).nodeSecret);
  await shared.add(changedSettings(dataDir));
}
