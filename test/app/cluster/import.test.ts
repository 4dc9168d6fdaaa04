import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImportedFiles } from '../../../src/app/cluster/import/import-files.ts';
import { type ImportOptions, importNode } from '../../../src/app/cluster/import/import-node.ts';
import { importRows } from '../../../src/app/cluster/import/import-rows.ts';
import { ImportWork } from '../../../src/app/cluster/import/import-work.ts';
import { openDatabase } from '../../../src/platform/sqlite/open-database.ts';
import { pathOf } from '../../platform/blobs/support/temporary-store.ts';
import { runAlcove } from '../../support/node/run-alcove.ts';
import { fetchAfterTimers, json, startTestNode } from '../../support/node/start-test-node.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { randomBytes, randomKey } from '../../support/random-bytes.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';

const missing = missingPostgres();

describe.skipIf(missing)(`the import of a node${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster;
  /** The bucket of each cluster, by its file. */
  const buckets = new Map<string, string>();
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    cluster = await openCluster();
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    await cluster?.close();
  });

  /** Fills the data folder of a node of one computer, which is stopped then. */
  async function fill(name: string) {
    const dataDir = cluster.folder(name);
    const node = await startTestNode({ dataDir });
    const token = await node.token('storage:write', 'content:read');
    const headers = { Authorization: `Bearer ${token}` };
    const contents = new Map<string, Buffer>();
    for (const size of [10, 200, 3_000, 3_000_000, 600_000, 0]) {
      const bytes = randomBytes(size);
      const answer = await node.ask('/api/v1/storage', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      });
      const { content_id } = (await answer.json()) as { content_id: string };
      contents.set(content_id, bytes);
    }
    const [blocked = ''] = contents.keys();
    contents.delete(blocked);
    await node.askLocal('/local/blocked', { method: 'POST', ...json({ content_id: blocked, reason: 'x' }) });
    await node.askLocal('/local/peers', { method: 'POST', ...json({ url: 'https://peer.example' }) });
    const created = await node.askLocal('/local/collections', {
      method: 'POST',
      ...json({ kind: 'album', title: 'Harbour' }),
    });
    const { id: collection } = (await created.json()) as { id: string };
    const [song = ''] = contents.keys();
    const entries = [{ content_id: song }];
    await node.askLocal(`/local/collections/${collection}/entries`, { method: 'POST', ...json({ entries }) });
    const position = { unit: 'seconds', position: 100, length: 3600 };
    await node.askLocal(`/local/playback/${song}`, { method: 'PUT', ...json(position) });
    await node.stop();
    const node_secret = readFileSync(join(dataDir, 'secrets', 'node-secret'), 'utf8');
    return {
      dataDir,
      headers,
      contents,
      blocked,
      collection,
      song,
      node_secret,
      publicKey: node.node.publicKey,
    };
  }

  /** Creates an empty database for a node. */
  async function database(name: string, node_secret: string): Promise<string> {
    const server = cluster.server.open();
    await server.query(`CREATE DATABASE ${name}`);
    await server.close();
    const file = cluster.clusterFile({
      node_secret,
      database_url: cluster.server.url.replace('/postgres?', `/${name}?`),
    });
    expect((await runAlcove('cluster', 'migrate', '--cluster-file', file)).stderr).toBe('');
    buckets.set(file, cluster.otherBucketFile(name));
    return file;
  }

  const bucketOf = (clusterFile: string) => buckets.get(clusterFile) ?? '';
  const optionsOf = (
    dataDir: string,
    clusterFile: string,
    more: Partial<ImportOptions> = {},
  ): ImportOptions => ({
    dataDir,
    clusterFile,
    bucketFile: bucketOf(clusterFile),
    clock: Date.now,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...more,
  });

  const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

  it('continues after it was ended, and replicas serve what the node had', async () => {
    const node = await fill('node');
    const file = await database('imported', node.node_secret);
    const before = hashOf(join(node.dataDir, 'alcove.db'));
    const ending = new AbortController();
    const ended = importNode(
      optionsOf(node.dataDir, file, {
        signal: ending.signal,
        onProgress: ({ contentsDone }) => contentsDone === 2 && ending.abort(new Error('ended')),
      }),
    );
    await expect(ended).rejects.toThrow('ended');
    const { files, rows } = await importNode(optionsOf(node.dataDir, file));
    expect(files).toMatchObject({ contents: 5, bytes: 3_603_200, lacking: [] });
    expect(files?.copied).toBeLessThan(5);
    expect(rows).toMatchObject({
      contents: 5,
      blocked: 1,
      api_tokens: 1,
      segments: 5,
      collections: 1,
      playback: 1,
    });
    expect(hashOf(join(node.dataDir, 'alcove.db'))).toBe(before);

    const arguments_ = ['--data-dir', node.dataDir, '--file', bucketOf(file), '--cluster-file', file];
    const again = await runAlcove('cluster', 'import', ...arguments_);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('was imported before') });

    const other = cluster.startHere('other', file, cluster.otherBucketFile('other'));
    await expect(other).rejects.toThrow('isn’t the one of the other replicas');
    const replica = await cluster.startHere('replica', file, bucketOf(file));
    closers.push(() => replica.stop());
    expect(replica.node.publicKey).toBe(node.publicKey);
    const get = (path: string) => fetchAfterTimers(replica.node.nodeUrl + path, { headers: node.headers });
    for (const [id, bytes] of node.contents) {
      const got = await get(`/api/v1/storage/${id}`);
      expect([got.status, Buffer.from(await got.arrayBuffer()).equals(bytes)], id).toEqual([200, true]);
    }
    expect((await get(`/api/v1/storage/${node.blocked}`)).status).toBe(410);
    const listed = (await (await get('/api/v1/content.list?limit=100')).json()) as { items: unknown[] };
    expect(listed.items).toHaveLength(5);
    const local = async (path: string) => (await replica.askLocal(path)).json();
    expect(await local(`/local/collections/${node.collection}/entries`)).toMatchObject({ total: 1 });
    expect(await local(`/local/playback/${node.song}`)).toEqual({ position: 100 });
    const peers = (await (await replica.askLocal('/local/peers')).json()) as { peers: { host: string }[] };
    expect(JSON.stringify(peers)).toContain('https://peer.example');
    const activity = await (await replica.askLocal('/local/activity')).json();
    expect(JSON.stringify(activity)).toContain(node.blocked);
  });

  it('is checked again where it ended before the check', async () => {
    const node = await fill('checked');
    const file = await database('checked', node.node_secret);
    const lost = damageOne(node);
    const lacking = [lost.sha256];
    expect(await importUnfinished(node.dataDir, file)).toMatchObject({ copied: 4, lacking });
    const report = await importNode(optionsOf(node.dataDir, file));
    expect(report.files).toMatchObject({ contents: 5, copied: 0, lacking });
    expect(report.rows).toMatchObject({ contents: 5 });
  });

  /** Imports, and makes it as if the process had been killed after the last commit. */
  async function importUnfinished(dataDir: string, file: string): Promise<ImportedFiles | undefined> {
    const finish = vi.spyOn(ImportWork.prototype, 'finish').mockImplementation(() => {});
    const { files } = await importNode(optionsOf(dataDir, file));
    finish.mockRestore();
    return files;
  }

  /** Replaces the bytes of a file of the node by others. */
  function damageOne({ dataDir, contents }: Awaited<ReturnType<typeof fill>>): {
    id: string;
    sha256: Buffer;
  } {
    const [id = '', bytes = Buffer.alloc(0)] = [...contents].find(([, one]) => one.length === 600_000) ?? [];
    const sha256 = createHash('sha256').update(bytes).digest();
    writeFileSync(pathOf(dataDir, sha256), randomBytes(600_000));
    return { id, sha256 };
  }

  it('writes all rows or none, and none where a replica has written', async () => {
    const node = await fill('rows');
    const file = await database('rows', node.node_secret);
    const server = cluster.server.open({ url: cluster.server.url.replace('/postgres?', '/rows?') });
    closers.push(() => server.close());
    const rowsOf = async () => [
      await server.query('SELECT * FROM activity ORDER BY number'),
      await server.query('SELECT host FROM peers'),
    ];
    await server.query('ALTER TABLE replicated_rows ADD CONSTRAINT fault CHECK (data IS NULL)');
    await expect(importNode(optionsOf(node.dataDir, file))).rejects.toThrow('fault');
    expect(await rowsOf()).toEqual([[], []]);
    await server.query('ALTER TABLE replicated_rows DROP CONSTRAINT fault');
    const own = openDatabase(join(node.dataDir, 'cluster-import', 'alcove.db'));
    const replica = await cluster.startHere('first of rows', file, bucketOf(file));
    await replica.askLocal('/local/peers', { method: 'POST', ...json({ url: 'https://other.example' }) });
    await replica.stop();
    const before = await rowsOf();
    await expect(importRows(server, own)).rejects.toThrow('can only be imported into a new database');
    own.close();
    await expect(importNode(optionsOf(node.dataDir, file))).rejects.toThrow('can only be imported');
    expect(await rowsOf()).toEqual(before);
    expect(JSON.stringify(before)).toContain('other.example');
  });

  it('has what the node wrote between two attempts, which it cannot once its rows are written', async () => {
    const node = await fill('between');
    const file = await database('between', node.node_secret);
    const ending = new AbortController();
    const onProgress = () => ending.abort(new Error('ended'));
    const ended = importNode(optionsOf(node.dataDir, file, { signal: ending.signal, onProgress }));
    await expect(ended).rejects.toThrow('ended');
    const between = await startTestNode({ dataDir: node.dataDir });
    const [removed = ''] = node.contents.keys();
    const path = `/api/v1/storage/${removed}`;
    const headers = { Authorization: `Bearer ${await between.token('storage:write')}` };
    expect((await between.ask(path, { method: 'DELETE', headers })).status).toBe(200);
    const stored = await between.ask('/api/v1/storage', { method: 'POST', headers, body: 'between' });
    const { content_id: added } = (await stored.json()) as { content_id: string };
    await between.stop();

    await importUnfinished(node.dataDir, file);
    const imported = 'was imported into a cluster';
    await expect(startTestNode({ dataDir: node.dataDir })).rejects.toThrow(imported);
    const block = await runAlcove('block', '--data-dir', node.dataDir, added);
    expect(block).toMatchObject({ code: 1, stderr: expect.stringContaining(imported) });
    await importNode(optionsOf(node.dataDir, file));
    await expect(startTestNode({ dataDir: node.dataDir })).rejects.toThrow(imported);

    const replica = await cluster.startHere('after between', file, bucketOf(file));
    closers.push(() => replica.stop());
    const get = (id: string) =>
      fetchAfterTimers(`${replica.node.nodeUrl}/api/v1/storage/${id}`, { headers: node.headers });
    expect(await (await get(added)).text()).toBe('between');
    expect((await get(removed)).status).toBe(404);
    rmSync(join(node.dataDir, 'cluster-import'), { recursive: true });
    await (await startTestNode({ dataDir: node.dataDir })).stop();
  });

  it('tells which files the node has lost, and leaves them to repairs', async () => {
    const node = await fill('lossy');
    const file = await database('lossy', node.node_secret);
    const { id } = damageOne(node);
    const imported = await runAlcove(
      ...['cluster', 'import', '--json', '--data-dir', node.dataDir],
      ...['--file', bucketOf(file), '--cluster-file', file],
    );
    expect(imported).toMatchObject({ code: 1 });
    expect(JSON.parse(imported.stdout)).toMatchObject({ contents: 5, copied: 4, lacking: [id] });
    const database_ = cluster.server.open({ url: cluster.server.url.replace('/postgres?', '/lossy?') });
    closers.push(() => database_.close());
    const damages = "SELECT data->>'problem' AS problem FROM replicated_rows WHERE table_name = 'damages'";
    expect(await database_.query(damages)).toEqual([{ problem: 'damaged' }]);
  });

  it('refuses what does not apply to a cluster, and a database that is not empty', async () => {
    const node = await fill('refused');
    const file = await database('refused', node.node_secret);
    const refused = (words: string, clusterFile = file) =>
      expect(importNode(optionsOf(node.dataDir, clusterFile))).rejects.toThrow(words);
    const other = await database('other', randomKey().toString('base64'));
    await refused('has the secret of another node', other);
    for (const [words, add, remove] of [
      [
        'follows watched folders',
        "INSERT INTO watched_folders (id, path, mode) VALUES ('a', '/a', 'add')",
        'DELETE FROM watched_folders',
      ],
      [
        'has subscriptions',
        "INSERT INTO subscriptions (id, kind, value, fact, created_at) VALUES ('a', 'author', 'a', 'a', 0)",
        'DELETE FROM subscriptions',
      ],
    ] as const) {
      run(node.dataDir, add);
      await refused(words);
      run(node.dataDir, remove);
    }
    const changed = join(node.dataDir, 'dashboard-settings.json');
    writeFileSync(changed, JSON.stringify({ chain: { network: 'embedded' } }));
    await refused('a chain can’t run inside replicas');
    rmSync(changed);
    const running = await startTestNode({ dataDir: node.dataDir });
    await refused('uses the data folder');
    await running.stop();
    const replica = await cluster.startHere('first of refused', file, bucketOf(file));
    await replica.stop();
    await refused('can only be imported into a new database');
    const own = importNode(optionsOf(cluster.folder('first of refused'), file));
    await expect(own).rejects.toThrow('belongs to a replica');
  });

  function run(dataDir: string, sql: string): void {
    const db = openDatabase(join(dataDir, 'alcove.db'));
    db.exec(sql);
    db.close();
  }
});
