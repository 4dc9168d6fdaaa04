import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlClient } from '../../../src/cli/control-client.ts';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { createRequest } from '../../../src/features/peers/handshake/handshake-request.ts';
import { runAlcove, type ServingNode } from '../../support/node/run-alcove.ts';
import { fetchAfterTimers, json, type TestNode } from '../../support/node/start-test-node.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { randomBytes, randomKey } from '../../support/random-bytes.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';

const missing = missingPostgres();

describe.skipIf(missing)(`a node of two replicas${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster;
  /** In a process of its own. */
  let first: ServingNode;
  /** In the process of the test. */
  let second: TestNode;
  let token: string;

  beforeAll(async () => {
    cluster = await openCluster();
    const migrated = await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile());
    expect(migrated.stderr).toBe('');
    [first, second] = await Promise.all([cluster.serve({}, 'first'), cluster.startHere('second')]);
    token = await second.token('storage:write', 'content:read');
  });
  afterAll(async () => {
    await second?.stop();
    await first?.end('SIGKILL');
    await cluster?.close();
  });

  const ask = (base: string, path: string, init: RequestInit = {}) =>
    fetchAfterTimers(base + path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...init.headers },
    });
  const atFirst = (path: string, init?: RequestInit) => ask(first.ready.node_url, path, init);
  const atSecond = (path: string, init?: RequestInit) => ask(second.node.nodeUrl, path, init);
  const store = async (at: typeof atFirst, bytes: Buffer) => {
    const response = await at('/api/v1/storage', { method: 'POST', body: new Uint8Array(bytes) });
    expect(response.status).toBe(201);
    return ((await response.json()) as { content_id: string }).content_id;
  };
  const listed = async (at: typeof atFirst) => {
    const page = await at('/api/v1/content.list?limit=100');
    const { items } = (await page.json()) as { items: { content_id: string }[] };
    return items.map(({ content_id }) => content_id);
  };

  it('is one node for others', async () => {
    expect(second.node.publicKey).toBe(first.ready.public_key);
    const ids = [atFirst, atSecond].map(async (at) => (await (await at('/api/v1/network.info')).json()).id);
    expect(new Set(await Promise.all(ids)).size).toBe(1);
  });

  it('serves from each replica what another one stored, byte for byte', async () => {
    for (const size of [100, 3_000_000]) {
      const bytes = randomBytes(size);
      const id = await store(atFirst, bytes);
      await expect.poll(() => listed(atSecond)).toContain(id);
      const got = await atSecond(`/api/v1/storage/${id}`);
      expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  it('continues an upload in parts at another replica', async () => {
    const bytes = randomBytes(300_000);
    const part = (at: typeof atFirst, from: number, to: number, headers: Record<string, string> = {}) =>
      at('/api/v1/storage', {
        method: 'POST',
        body: new Uint8Array(bytes.subarray(from, to)),
        headers: { 'X-Chunk-Start': String(from), ...headers },
      });
    const begun = await part(atFirst, 0, 100_000);
    expect(begun.status).toBe(200);
    const { upload_id } = (await begun.json()) as { upload_id: string };
    const ended = await part(atSecond, 100_000, 300_000, { 'X-Upload-ID': upload_id, 'X-Last-Chunk': '1' });
    expect(ended.status).toBe(201);
    const { content_id: id } = (await ended.json()) as { content_id: string };
    const got = await atFirst(`/api/v1/storage/${id}`);
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('forgets on all replicas within 2 s what is deleted or blocked on one', async () => {
    const [deleted, blocked] = [
      await store(atFirst, randomBytes(100)),
      await store(atFirst, randomBytes(200)),
    ];
    expect((await atSecond(`/api/v1/storage/${deleted}`)).status).toBe(200);
    expect((await atSecond(`/api/v1/storage/${blocked}`)).status).toBe(200);
    expect((await atFirst(`/api/v1/storage/${deleted}`, { method: 'DELETE' })).status).toBe(200);
    await controlClient(cluster.folder('first')).block({ content_id: blocked, reason: 'a complaint' });
    await delay(2_000);
    expect((await atSecond(`/api/v1/storage/${deleted}`)).status).toBe(404);
    expect((await atSecond(`/api/v1/storage/${blocked}`)).status).toBe(410);
  });

  it('answers one of two equal handshakes', async () => {
    const request = createRequest(
      identityFromSeed(randomKey()),
      { version: '0.1.0', node_type: 'private', metrics: {}, capabilities: [] },
      { now: Date.now() },
    );
    const send = (at: typeof atFirst) =>
      at('/api/v1/network.handshake', { method: 'POST', ...json(request) });
    const answers = await Promise.all([send(atFirst), send(atSecond)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ code: 'nonce_replayed' });
  });

  it('refuses tokens everywhere that were revoked anywhere', async () => {
    const { id, token: other } = await controlClient(cluster.folder('first')).createToken({
      name: 'other',
      scopes: ['content:read'],
    });
    const status = async () =>
      (await atSecond('/api/v1/content.list', { headers: { Authorization: `Bearer ${other}` } })).status;
    expect(await status()).toBe(200);
    await controlClient(cluster.folder('first')).revokeToken(id);
    await expect.poll(status).toBe(401);
  });

  it('refuses what only one computer could do', async () => {
    const answer = async (path: string, init?: RequestInit) => {
      const response = await second.askLocal(path, init);
      return { status: response.status, reason: (await response.json()).reason };
    };
    const refused = { status: 501, reason: 'http.notOnReplica' };
    expect(await answer('/local/storage/check', { method: 'POST' })).toEqual(refused);
    const followed = json({ kind: 'hashtag', value: 'sea' });
    expect(await answer('/local/subscriptions', { method: 'POST', ...followed })).toEqual(refused);
    // Their pages say so instead of offering them.
    for (const path of ['/local/subscriptions', '/local/watched-folders']) {
      expect(await answer(path), path).toEqual(refused);
    }
    const watched = await runAlcove('folders', 'watch', '--yes', '--data-dir', cluster.folder('first'), '.');
    expect(watched).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A node on several computers'),
    });
    const backup = await runAlcove('backup', '--data-dir', cluster.folder('first'), cluster.folder('backup'));
    expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to a replica') });
  });

  it('refuses a replica with another secret', async () => {
    const other = cluster.clusterFile({ node_secret: randomKey().toString('base64') });
    await expect(cluster.startHere('other', other)).rejects.toThrow('The database belongs to the node');
  });

  it('loses nothing that it acknowledged when a replica is killed', async () => {
    const acknowledged = new Map<string, Buffer>();
    let isOver = false;
    const upload = async () => {
      while (!isOver) {
        const bytes = randomBytes(50_000);
        const stored = await store(atFirst, bytes).catch((error: unknown) => {
          if (error instanceof TypeError) return undefined;
          throw error;
        });
        if (stored !== undefined) acknowledged.set(stored, bytes);
      }
    };
    const uploads = [upload(), upload(), upload()];
    await expect.poll(() => acknowledged.size).toBeGreaterThan(10);
    isOver = true;
    await first.end('SIGKILL');
    await Promise.all(uploads);
    for (const [id, bytes] of acknowledged) {
      const got = await atSecond(`/api/v1/storage/${id}`);
      expect(Buffer.from(await got.arrayBuffer()).equals(bytes), id).toBe(true);
    }
    first = await cluster.serve({}, 'first');
    const ids = await listed(atFirst);
    for (const id of acknowledged.keys()) expect(ids).toContain(id);
  });

  it('tells the load balancer before a replica stops', async () => {
    const health = async (path: string) => (await fetchAfterTimers(first.ready.node_url + path)).status;
    expect([await health('/livez'), await health('/readyz')]).toEqual([200, 200]);
    const ended = first.end('SIGTERM');
    await expect.poll(() => health('/readyz'), { interval: 50 }).toBe(503);
    expect(await health('/livez')).toBe(200);
    expect((await atFirst('/api/v1/content.list')).status).toBe(200);
    expect(await ended).toBe(0);
  });

  it('is not started without the file of the cluster', async () => {
    const started = runAlcove('serve', '--data-dir', cluster.folder('first'), '--node-port', '0', '--json');
    expect(await started).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set node.cluster_file'),
    });
  });
});
