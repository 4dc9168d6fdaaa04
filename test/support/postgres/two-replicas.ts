import { migrate } from '../../../src/platform/postgres/migrate.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** The id of the node whose replicas these are. */
export const clusterNodeId = 'node of two replicas';

export interface TwoReplicas {
  server: PostgresServer;
  /** The same database, as two replicas open it. */
  replicas: [PostgresDatabase, PostgresDatabase];
  /** Closes both, and removes the server. */
  end(): Promise<void>;
}

/** Starts a server with the newest schema. */
export async function startTwoReplicas(): Promise<TwoReplicas> {
  const server = await startPostgres();
  const replicas: TwoReplicas['replicas'] = [server.open(), server.open()];
  const end = async () => {
    await Promise.all(replicas.map((database) => database.close()));
    await server.remove();
  };
  await Promise.all(replicas.map((database) => migrate(database, clusterNodeId)));
  return { server, replicas, end };
}
