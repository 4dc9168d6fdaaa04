import { computerSettings } from '../../../contract/setting-names.ts';
import { FileSettingsLayer, mergeSettings, withoutSettings } from '../../../core/settings.ts';
import { SharedSettings } from '../../../features/settings/index.ts';
import { loadCluster } from '../../../platform/postgres/cluster-file.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';

/** Writes what the dashboard of a node has changed, except settings of its computer, to a copy of its database. */
export async function importSettings(
  { dataDir, clusterFile }: { dataDir: string; clusterFile: string },
  db: Db,
): Promise<void> {
  const changed = withoutSettings(mergeSettings(new FileSettingsLayer(dataDir).read()), computerSettings);
  await new SharedSettings(db, new GroupCommit(db), loadCluster(clusterFile).nodeSecret).add(changed);
}
