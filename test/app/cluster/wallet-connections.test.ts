import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, connection, signedIn } from '../../../src/contract/node-api/auth.ts';
import { runAlcove } from '../../support/node/run-alcove.ts';
import {
  fetchAfterTimers,
  json,
  type TestNode,
  temporaryFolder,
} from '../../support/node/start-test-node.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { startTestBridge } from '../../support/wallets/ton-connect-bridge.ts';

const missing = missingPostgres();
const domain = 'app.example';

describe.skipIf(missing)(`wallets of two replicas${missing ? ` (skipped: ${missing})` : ''}`, () => {
  const folder = temporaryFolder();
  let bridge: Awaited<ReturnType<typeof startTestBridge>>;
  let cluster: Cluster;
  let a: TestNode;
  let b: TestNode;

  beforeAll(async () => {
    bridge = await startTestBridge();
    const signIn = { domains: [domain], wallets_file: bridge.writeWalletsFile(folder) };
    cluster = await openCluster({ signIn });
    const migrated = await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile());
    expect(migrated.stderr).toBe('');
    [a, b] = await Promise.all([cluster.startHere('a'), cluster.startHere('b')]);
  });
  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()]);
    await cluster?.close();
    await bridge?.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = (at: TestNode, path: string, token: string, init: RequestInit = {}) =>
    fetchAfterTimers(at.node.nodeUrl + path, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${token}` },
    });
  const twa = async (at: TestNode, body: object) => {
    const answer = await at.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) });
    return signedIn.parse(await answer.json()).auth_v1_token;
  };
  const signIn = async (at: TestNode) => {
    const challenge = await twa(at, {});
    return twa(at, { ton_proof: new SimulatedWallet().prove(domain, challenge) });
  };
  const friendly = (wallet: SimulatedWallet) => wallet.address.toString({ bounceable: false });
  const walletsOf = async (at: TestNode, token: string) => {
    const { wallets } = account.parse(await (await ask(at, '/api/v1/account', token)).json());
    return wallets.map(({ address }) => address);
  };
  /** Connects a new wallet at a replica. */
  const connect = async (at: TestNode, token: string) => {
    const answer = await ask(at, '/api/v1/tonconnect.new', token);
    const { connection_link } = connection.parse(await answer.json());
    const wallet = new SimulatedWallet();
    wallet.scan(connection_link, bridge.url);
    await wallet.approve();
    await expect.poll(() => walletsOf(at, token)).toContain(friendly(wallet));
    return wallet;
  };
  const disconnected = async (wallet: SimulatedWallet) =>
    expect((await wallet.nextRequest()).method).toBe('disconnect');
  const logout = async (at: TestNode, token: string) => {
    const answer = await ask(at, '/api/v1/tonconnect.logout', token, { method: 'POST' });
    expect(await answer.json()).toEqual({ success: true });
  };

  it('are disconnected and unlinked at one by an API token that ends their session at the other', async () => {
    const token = await a.token('storage:write', 'content:read', 'chain:send');
    const wallet = await connect(a, token);
    await expect.poll(() => walletsOf(b, token)).toEqual([friendly(wallet)]);
    await logout(b, token);
    await disconnected(wallet);
    await bridge.streamsAre(0);
    for (const at of [a, b]) await expect.poll(() => walletsOf(at, token)).toEqual([]);
    await connect(a, token);
    await logout(a, token);
    await bridge.streamsAre(0);
  });

  it('are replaced at one by a connection of their session at the other', async () => {
    const token = await signIn(a);
    const first = await connect(a, token);
    const second = await connect(b, token);
    await disconnected(first);
    await bridge.streamsAre(1);
    const third = await connect(b, token);
    await disconnected(second);
    await logout(a, token);
    await disconnected(third);
    await bridge.streamsAre(0);
  });

  it('are replaced while their replica is away, and not restored when it comes back', async () => {
    const token = await signIn(b);
    await connect(a, token);
    await a.stop();
    await bridge.streamsAre(0);
    const wallet = await connect(b, token);
    a = await cluster.startHere('a');
    const dashboard = await signIn(a);
    await connect(a, dashboard);
    await bridge.streamsAre(2);
    await logout(a, token);
    await disconnected(wallet);
    await logout(a, dashboard);
    await bridge.streamsAre(0);
  });
});
