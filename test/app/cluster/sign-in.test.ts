import { rmSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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
import { telegramInitData } from '../../support/wallets/telegram-init-data.ts';
import { startTestBridge } from '../../support/wallets/ton-connect-bridge.ts';

const missing = missingPostgres();
const domain = 'app.example';
const botToken = '42:a-token-of-a-bot';

describe.skipIf(missing)(`users of two replicas${missing ? ` (skipped: ${missing})` : ''}`, () => {
  const folder = temporaryFolder();
  let bridge: Awaited<ReturnType<typeof startTestBridge>>;
  let cluster: Cluster;
  let a: TestNode;
  let b: TestNode;

  beforeAll(async () => {
    bridge = await startTestBridge();
    const wallets_file = bridge.writeWalletsFile(folder);
    const signIn = { domains: [domain], telegram_bot_token: botToken, wallets_file };
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

  const ask = (at: TestNode, path: string, token?: string, init: RequestInit = {}) =>
    fetchAfterTimers(at.node.nodeUrl + path, {
      ...init,
      headers: { ...init.headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    });
  const twa = (at: TestNode, body: object) =>
    ask(at, '/api/v1/auth.twa', undefined, { method: 'POST', ...json(body) });
  const tokenOf = async (answer: Response) => signedIn.parse(await answer.json()).auth_v1_token;
  const walletsOf = async (at: TestNode, token: string) => {
    const { wallets } = account.parse(await (await ask(at, '/api/v1/account', token)).json());
    return wallets.map(({ address }) => address);
  };
  const friendly = (wallet: SimulatedWallet) => wallet.address.toString({ bounceable: false });
  const signIn = async (wallet: SimulatedWallet) => {
    const challenge = await tokenOf(await twa(a, {}));
    return tokenOf(await twa(b, { ton_proof: wallet.prove(domain, challenge) }));
  };
  const logout = async (at: TestNode, token: string) => {
    const answer = await ask(at, '/api/v1/tonconnect.logout', token, { method: 'POST' });
    expect(await answer.json()).toEqual({ success: true });
  };

  it('sign in at one with the challenge of the other, once', async () => {
    const challenge = await tokenOf(await twa(a, {}));
    const proof = { ton_proof: new SimulatedWallet().prove(domain, challenge) };
    const answers = await Promise.all([twa(b, proof), twa(a, proof)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const token = await tokenOf(answers.find(({ status }) => status === 200) as Response);
    for (const at of [a, b]) expect((await ask(at, '/api/v1/account', token)).status).toBe(200);
    await logout(b, token);
    await expect.poll(async () => (await ask(a, '/api/v1/account', token)).status).toBe(401);
  });

  it('add a wallet at one to their session with Telegram of the other', async () => {
    const twa_data = telegramInitData(botToken, { id: 7, first_name: 'Ada' }, Math.floor(Date.now() / 1000));
    const first = await tokenOf(await twa(a, { twa_data }));
    const wallet = new SimulatedWallet();
    const second = await tokenOf(await twa(b, { ton_proof: wallet.prove(domain, first) }));
    expect(await walletsOf(a, second)).toEqual([friendly(wallet)]);
    const id = async (at: TestNode, token: string) =>
      account.parse(await (await ask(at, '/api/v1/account', token)).json()).user.id;
    expect(await id(a, second)).toBe(await id(b, await tokenOf(await twa(b, { twa_data }))));
  });

  it('connect a wallet at one, which ends with their session at the other', async () => {
    const [first, second] = [new SimulatedWallet(), new SimulatedWallet()];
    const token = await signIn(first);
    const link = connection.parse(await (await ask(a, '/api/v1/tonconnect.new', token)).json());
    second.scan(link.connection_link, bridge.url);
    await second.approve();
    await expect.poll(() => walletsOf(b, token)).toEqual([friendly(first), friendly(second)]);
    await bridge.streamsAre(1);
    await logout(b, token);
    expect((await second.nextRequest()).method).toBe('disconnect');
    await bridge.streamsAre(0);
  });

  it('are announced to the dashboard of the other, as are tokens and activity', async () => {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const response = await b.askLocal('/local/events', { signal: leaving.signal });
    const topics = new Set<string>();
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent: ({ data }) => topics.add(JSON.parse(data).topic) });
    void (async () => {
      for await (const bytes of response.body as ReadableStream<Uint8Array>)
        parser.feed(decoder.decode(bytes));
    })().catch(() => {});
    const until = async (...wanted: string[]) => {
      await expect.poll(() => [...topics]).toEqual(expect.arrayContaining(wanted));
      topics.clear();
    };
    await until('ready');
    await a.token('content:read');
    await until('tokens', 'activity');
    const twa_data = telegramInitData(botToken, { id: 9, first_name: 'Bo' }, Math.floor(Date.now() / 1000));
    await twa(a, { twa_data });
    await until('sign_in', 'activity');
  });
});
