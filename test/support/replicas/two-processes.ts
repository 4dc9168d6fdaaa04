import { controlClient } from '../../../src/cli/control-client.ts';
import { runAlcove, type ServingNode } from '../node/run-alcove.ts';
import { fetchAfterTimers } from '../node/start-test-node.ts';
import { type Cluster, openCluster } from './cluster.ts';

/** Each replica by its place. */
export const replicas = [0, 1] as const;
type Replica = (typeof replicas)[number];

/** Two replicas in processes of their own. */
export interface TwoProcesses {
  cluster: Cluster;
  nodes: readonly [ServingNode, ServingNode];
  /** Calls a replica with a token that may store. */
  ask(replica: Replica, path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** @param settings of both replicas, `name=value` */
export async function startTwoProcesses(
  ways: Parameters<typeof openCluster>[0] = {},
  ...settings: string[]
): Promise<TwoProcesses> {
  const cluster = await openCluster(ways);
  const migrated = await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile());
  if (migrated.code !== 0) throw new Error(migrated.stderr);
  const nodes = await Promise.all([
    cluster.serve('first', ...settings),
    cluster.serve('second', ...settings),
  ]);
  const { token } = await controlClient(cluster.folder('first')).createToken({
    name: 'test',
    scopes: ['storage:write', 'content:read'],
  });
  return {
    cluster,
    nodes,
    ask: (replica, path, init = {}) =>
      fetchAfterTimers(nodes[replica].ready.node_url + path, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...init.headers },
      }),
    close: async () => {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      await cluster.close();
    },
  };
}
