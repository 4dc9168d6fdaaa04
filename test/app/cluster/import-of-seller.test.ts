import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAlcoveClient } from '@alcove/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importNode } from '../../../src/app/cluster/import/import-node.ts';
import { postAuthTwa } from '../../../src/contract/node-api/auth.ts';
import { getIntents } from '../../../src/contract/node-api/orders.ts';
import { type WebUser, webUser } from '../../orders/support/web-user.ts';
import { runAlcove, type ServingNode } from '../../support/node/run-alcove.ts';
import { fetchAfterTimers, startTestNode, type TestNode } from '../../support/node/start-test-node.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';
import { telegramInitData } from '../../support/wallets/telegram-init-data.ts';

const missing = missingPostgres();
const botToken = '42:a-token-of-a-bot';
const song = 'A song that was sold on one computer';

describe.skipIf(missing)(`the import of a node that sells${missing ? ` (skipped: ${missing})` : ''}`, () => {
  /** Has the chain. */
  let miner: TestNode;
  let endpoint: string;
  let cluster: Cluster;
  let node: TestNode;
  let replica: ServingNode;

  beforeAll(async () => {
    [miner, cluster] = await Promise.all([
      startTestNode({ settings: { chain: { network: 'embedded' } } }),
      openCluster(),
    ]);
    ({ endpoint } = await miner.node.shareChain());
    const dataDir = cluster.folder('node');
    mkdirSync(dataDir, { mode: 0o700 });
    const changed = {
      sign_in: { who: 'anyone', domains: ['app.example'], telegram_bot_token: botToken },
      network: { up_bytes_per_s: 1_000_000 },
    };
    writeFileSync(join(dataDir, 'dashboard-settings.json'), JSON.stringify(changed));
    node = await startTestNode({ dataDir, settings: { chain: { network: 'embedded', endpoint } } });
  });
  afterAll(async () => {
    await replica?.end('SIGKILL');
    await Promise.all([cluster?.close(), miner?.stop()]);
  });

  const origin = () => replica?.ready.node_url ?? node.node.nodeUrl;
  const clientOf = (token?: string) => createAlcoveClient({ url: origin(), token, fetch: fetchAfterTimers });
  /** Signs a user in at the node, or at its replica. */
  const user = (seed: number): Promise<WebUser> =>
    webUser(
      { node: { shareChain: async () => ({ endpoint }) }, client: clientOf } as unknown as TestNode,
      seed,
    );
  const view = ({ token }: WebUser, content: string) => clientOf(token).content.view(content);
  /** Returns the address of a content on the chain. */
  const address = async (by: WebUser, content: string): Promise<string> => {
    const found = async () => (await view(by, content).catch(() => undefined))?.content_address;
    await expect.poll(found).toEqual(expect.any(String));
    return (await found()) ?? '';
  };
  const hasLicence = (by: WebUser, content: string) =>
    expect.poll(async () => (await view(by, content)).have_licenses).toEqual(['listen']);
  const play = async (by: WebUser, content: string) => {
    const { content_url } = (await view(by, content)).display_options;
    const { pathname, search } = new URL(content_url ?? '');
    return (await fetchAfterTimers(`${origin()}${pathname}${search}`)).text();
  };
  const ordersOf = async ({ token }: WebUser) => (await clientOf(token).call(getIntents, {})).items;

  it('lets replicas sell, and serve those who bought before', async () => {
    const [author, late, buyer] = [await user(71), await user(72), await user(73)];
    const plain = await author.upload(song);
    await expect.poll(() => author.publish(plain).catch(() => undefined)).toBeDefined();
    await author.send(await author.publish(plain));
    const [sold = ''] = (await ordersOf(author)).map(({ content_id }) => content_id ?? '');
    await buyer.send(await buyer.buy(await address(buyer, sold)));
    await hasLicence(buyer, sold);
    const open = await late.publish(await late.upload('A song whose sale is not finished'));
    await node.stop();

    const node_secret = readFileSync(join(node.dataDir, 'secrets', 'node-secret'), 'utf8');
    const clusterFile = cluster.clusterFile({ node_secret });
    expect((await runAlcove('cluster', 'migrate', '--cluster-file', clusterFile)).stderr).toBe('');
    const { rows } = await importNode({
      dataDir: node.dataDir,
      clusterFile,
      bucketFile: cluster.bucketFile,
      clock: Date.now,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    expect(rows).toMatchObject({
      ...{ sealings: 2, content_keys: 2, licences: 1, chain_contents: 1, node_settings: 3 },
    });
    replica = await cluster.serve(
      {},
      'replica',
      `node.cluster_file=${clusterFile}`,
      ...['chain.network=embedded', `chain.endpoint=${endpoint}`],
    );

    // The chain is known soon after the start.
    await hasLicence(buyer, sold);
    expect(await play(buyer, sold)).toBe(song);
    const newcomer = await user(74);
    const at = await address(newcomer, sold);
    expect((await view(newcomer, sold)).have_licenses).toEqual([]);
    await expect.poll(() => newcomer.buy(at).catch(() => undefined)).toBeDefined();
    await newcomer.send(await newcomer.buy(at));
    await hasLicence(newcomer, sold);
    expect(await play(newcomer, sold)).toBe(song);

    const twa_data = telegramInitData(botToken, { id: 7, first_name: 'Ada' }, Math.floor(Date.now() / 1000));
    expect((await clientOf().call(postAuthTwa, { body: { twa_data } })).user?.telegram_id).toBe(7);

    // What was ordered before is registered and sold.
    await late.send(open);
    const [later = ''] = (await ordersOf(late)).map(({ content_id }) => content_id ?? '');
    await address(newcomer, later);
    await expect.poll(() => ordersOf(late)).toMatchObject([{ state: 'confirmed' }]);
  });
});
