import { controlClient } from '../../../src/cli/control-client.ts';
import { type RunOptions, runAlcove, type ServingNode } from '../node/run-alcove.ts';
import { fetchAfterTimers } from '../node/start-test-node.ts';
import { type Cluster, openCluster } from './cluster.ts';

/** Each replica by its place. */
export const replicas = [0, 1] as const;
type Replica = (typeof replicas)[number];
const names = ['first', 'second'] as const;

/** Two replicas in processes of their own. */
export interface TwoProcesses {
  cluster: Cluster;
  nodes: [ServingNode, ServingNode];
  /** May store and read. */
  token: string;
  /** Calls a replica with it. */
  ask(replica: Replica, path: string, init?: RequestInit): Promise<Response>;
  /** Starts one that has ended, at its former address. */
  startAgain(replica: Replica, options?: RunOptions): Promise<void>;
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
  const serve = (replica: Replica, options: RunOptions, ...more: string[]) =>
    cluster.serve(options, names[replica], ...settings, ...more);
  const nodes = await Promise.all([serve(0, {}), serve(1, {})]);
  const { token } = await controlClient(cluster.folder(names[0])).createToken({
    name: 'test',
    scopes: ['storage:write', 'content:read'],
  });
  return {
    cluster,
    nodes,
    token,
    ask: (replica, path, init = {}) =>
      fetchAfterTimers(nodes[replica].ready.node_url + path, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...init.headers },
      }),
    startAgain: async (replica, options = {}) => {
      const { port } = new URL(nodes[replica].ready.node_url);
      nodes[replica] = await serve(replica, options, `node.port=${port}`);
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      await cluster.close();
    },
  };
}
