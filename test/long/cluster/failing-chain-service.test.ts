import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runAlcove, type ServingNode } from '../../support/node/run-alcove.ts';
import { startTestNode, type TestNode } from '../../support/node/start-test-node.ts';
import { patience } from '../../support/patience.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';

const missing = missingPostgres();

/** Starts a way to a chain service, which can be interrupted. */
async function startWay(endpoint: string) {
  const target = new URL(endpoint);
  let isOpen = true;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (!isOpen) return socket.destroy();
    const onward = connect(Number(target.port), target.hostname);
    for (const [from, to] of [[socket, onward] as const, [onward, socket] as const]) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const way = new URL(endpoint);
  way.port = String((server.address() as AddressInfo).port);
  return {
    endpoint: way.href,
    setOpen: (open: boolean) => {
      isOpen = open;
      cut();
    },
    close: () => {
      server.close();
      cut();
    },
  };
}

describe.skipIf(missing)(`a chain service that fails${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let miner: TestNode;
  let cluster: Cluster;
  let way: Awaited<ReturnType<typeof startWay>>;
  const replicas: ServingNode[] = [];

  beforeAll(async () => {
    [miner, cluster] = await Promise.all([
      startTestNode({ settings: { chain: { network: 'embedded' } } }),
      openCluster(),
    ]);
    const { endpoint } = await miner.node.shareChain();
    way = await startWay(endpoint);
    await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile());
    const serve = (name: string, service: string) =>
      cluster.serve({}, name, 'chain.network=embedded', `chain.endpoint=${service}`);
    replicas.push(await serve('first', way.endpoint));
    await vi.waitFor(() => expect(chainEvents(0)).toEqual(['leads']), patience);
    replicas.push(await serve('second', endpoint));
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.end('SIGKILL')));
    way?.close();
    await Promise.all([cluster?.close(), miner?.stop()]);
  });

  /** What a replica has logged of following the chain. */
  const chainEvents = (at: number): string[] =>
    (replicas[at]?.log() ?? '')
      .split('\n')
      .filter((line) => line.includes('"job":"chain '))
      .map((line) => /this replica (leads|no longer leads|cannot do) the job/.exec(line)?.[1] ?? line);

  it('makes its replica leave the chain to another one, until it answers again', async () => {
    way.setOpen(false);
    await expect.poll(() => chainEvents(1), { timeout: 120_000 }).toEqual(['leads']);
    expect(chainEvents(0)).toEqual(['leads', 'cannot do', 'no longer leads']);
    way.setOpen(true);
    const ended = replicas[1]?.end();
    await expect
      .poll(() => chainEvents(0), { timeout: 360_000 })
      .toEqual(['leads', 'cannot do', 'no longer leads', 'leads']);
    await ended;
  }, 600_000);
});
