import { createAlcoveClient } from '@alcove/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { controlClient } from '../../../src/cli/control-client.ts';
import { getIntents, postNewContentMessage } from '../../../src/contract/node-api/orders.ts';
import { publication, ton, type WebUser, webUser } from '../../orders/support/web-user.ts';
import { runAlcove, type ServingNode } from '../../support/node/run-alcove.ts';
import { fetchAfterTimers, startTestNode, type TestNode } from '../../support/node/start-test-node.ts';
import { patience } from '../../support/patience.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';

const missing = missingPostgres();
const song = 'A song of two replicas';

describe.skipIf(missing)('two replicas that sell', () => {
  /** Has the chain. */
  let miner: TestNode;
  let endpoint: string;
  let cluster: Cluster;
  const replicas: ServingNode[] = [];

  const serve = (name: string) =>
    cluster.serve(
      {},
      name,
      ...['sign_in.who=anyone', 'sign_in.domains=app.example'],
      ...['chain.network=embedded', `chain.endpoint=${endpoint}`, `chain.token_daily_limit=${10n * ton}`],
    );
  const clientOf = (at: number, token?: string) =>
    createAlcoveClient({ url: replicas[at]?.ready.node_url ?? '', token, fetch: fetchAfterTimers });
  /** Signs a user in at a replica. */
  const userAt = (at: number, seed: number): Promise<WebUser> =>
    webUser(
      { node: { shareChain: async () => ({ endpoint }) }, client: () => clientOf(at) } as unknown as TestNode,
      seed,
    );
  const rows = async <Row>(sql: string): Promise<Row[]> => {
    const database = cluster.server.open();
    try {
      return (await database.query(sql)) as Row[];
    } finally {
      await database.close();
    }
  };
  /** Returns who follows the chain. */
  const leader = async () =>
    (await rows<{ holder: string }>("SELECT holder FROM leaders WHERE job LIKE 'chain %'"))[0]?.holder;

  beforeAll(async () => {
    [miner, cluster] = await Promise.all([
      startTestNode({ settings: { chain: { network: 'embedded' } } }),
      openCluster(),
    ]);
    ({ endpoint } = await miner.node.shareChain());
    await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile());
    replicas.push(await serve('first'));
    await vi.waitFor(async () => expect(await leader()).toBeDefined(), patience);
    replicas.push(await serve('second'));
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.end('SIGKILL')));
    await Promise.all([cluster?.close(), miner?.stop()]);
  });

  it('send from one what was ordered on the other', async () => {
    const { token } = await controlClient(cluster.folder('second')).createToken({
      name: 'test',
      scopes: ['chain:send', 'storage:write', 'content:read'],
    });
    const follower = clientOf(1, token);
    const { content_id: content } = await follower.storage.upload(new Blob(['A free song']));
    const order = () =>
      follower.call(postNewContentMessage, {
        body: { ...publication(content), price: '0', pay_with: 'service_wallet' },
      });
    await expect.poll(() => order().catch(() => undefined)).toBeDefined();
    const stateAt = async (at: number) => (await clientOf(at, token).call(getIntents, {})).items[0]?.state;
    for (const at of [0, 1]) await expect.poll(() => stateAt(at)).toBe('confirmed');
    await expect
      .poll(async () => (await clientOf(0).content.view(content)).content_address)
      .toEqual(expect.any(String));
  });

  it('finish on one what was begun on the other, which led and ended', async () => {
    const [author, buyer] = [await userAt(0, 61), await userAt(1, 62)];
    const content = await author.upload(song);
    const published = await expect
      .poll(() => author.publish(content).catch(() => undefined))
      .toBeDefined()
      .then(() => author.publish(content));
    const first = await leader();
    await replicas[0]?.end('SIGKILL');

    const authorThere = clientOf(1, author.token);
    const { items } = await authorThere.call(getIntents, {});
    const encrypted = items[0]?.content_id ?? '';
    expect(items).toMatchObject([{ query_id: published.query_id, state: 'open', kind: 'register' }]);
    await author.send(published);
    const view = () => clientOf(1, buyer.token).content.view(encrypted);
    await expect
      .poll(() =>
        view().then(
          (found) => found.content_address,
          () => null,
        ),
      )
      .not.toBeNull();
    expect((await authorThere.call(getIntents, {})).items).toMatchObject([{ state: 'confirmed' }]);
    const second = await leader();
    expect(second).not.toBe(first);

    // The second one leads now, and stops in order.
    replicas[0] = await serve('first');
    const ordered = await buyer.buy((await view()).content_address ?? '');
    await replicas[1]?.end('SIGTERM');
    await buyer.send(ordered);
    const there = clientOf(0, buyer.token);
    await expect.poll(async () => (await there.content.view(encrypted)).have_licenses).toEqual(['listen']);
    expect(await leader()).not.toBe(second);
    expect((await there.call(getIntents, {})).items).toMatchObject([
      { query_id: ordered.query_id, state: 'confirmed', kind: 'purchase', license_type: 'listen' },
    ]);
    const played = await there.content.view(encrypted);
    const { pathname, search } = new URL(played.display_options.content_url ?? '');
    const got = await fetchAfterTimers(`${replicas[0]?.ready.node_url}${pathname}${search}`);
    expect(await got.text()).toBe(song);

    // Of the sold file only the encrypted one is left, and the platform was ordered once by both.
    const stored =
      "SELECT count(*)::integer AS n FROM replicated_rows WHERE data IS NOT NULL AND table_name = 'contents'";
    await expect.poll(() => rows(stored)).toEqual([{ n: 2 }]);
    const orders = await rows<{ kind: string; state: string }>(
      `SELECT data->>'kind' AS kind, data->>'state' AS state FROM replicated_rows
       WHERE table_name = 'intents' AND data IS NOT NULL ORDER BY (data->>'id')::integer`,
    );
    expect(orders).toEqual(
      ['platform', 'register', 'register', 'purchase'].map((kind) => ({ kind, state: 'confirmed' })),
    );
    // Since then, licences that others give to the wallets of the node are reported.
    const marked =
      "SELECT count(*)::integer AS n FROM replicated_rows WHERE data IS NOT NULL AND table_name = 'first_looks'";
    await expect.poll(() => rows(marked)).toEqual([{ n: 1 }]);
    for (const replica of replicas) expect(replica.log()).not.toContain('written without a command');
  });
});
