import type { Logger } from '../../core/log/logger.ts';
import { identityFromSeed } from '../../crypto/identity.ts';
import { loadCluster } from '../../platform/postgres/cluster-file.ts';
import { PostgresDatabase } from '../../platform/postgres/postgres-database.ts';

/**
 * Opens the database of a cluster; the caller closes it.
 * @param file of `node.cluster_file`; the password in it may change while the database is open
 * @throws SettingsError
 */
export function openClusterDatabase(
  file: string,
  logger: Logger,
): { database: PostgresDatabase; nodeId: string } {
  const { databaseUrl, nodeSecret } = loadCluster(file);
  const password = () => loadCluster(file).databasePassword;
  return {
    database: new PostgresDatabase({ url: databaseUrl, password, logger }),
    nodeId: identityFromSeed(nodeSecret).id,
  };
}
