import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ClusterBucket } from '../../../src/app/cluster/cluster-bucket.ts';
import { loadBucket } from '../../../src/platform/blobs/s3/bucket-file.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { runAlcove } from '../../support/node/run-alcove.ts';
import { fetchAfterTimers, type TestNode } from '../../support/node/start-test-node.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';
import { type FaultProxy, startFaultProxy } from '../../support/s3/fault-proxy.ts';

const missing = missingPostgres();
const mark = 'cluster.json';

describe.skipIf(missing)(`the bucket of a cluster${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster;
  let proxy: FaultProxy;
  let database: PostgresDatabase;

  beforeAll(async () => {
    cluster = await openCluster({
      toBucket: async (s3) => {
        proxy = await startFaultProxy(s3.endpoint);
        return proxy.endpoint;
      },
      bucketFields: { cache_bytes: 0 },
    });
    const migrated = await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile());
    expect(migrated.stderr).toBe('');
    database = cluster.server.open();
  });
  afterAll(async () => {
    await database?.close();
    await cluster?.close();
    await proxy?.close();
  });

  const bucketOf = (file: string) => {
    const bucket = new ClusterBucket(database, loadBucket(file).bucket);
    onTestFinished(() => bucket.close());
    return bucket;
  };
  const isRecorded = async () =>
    (await database.query<{ has_bucket: boolean }>('SELECT has_bucket FROM node'))[0]?.has_bucket;
  const forget = () => database.query('UPDATE node SET has_bucket = false');
  const check = async (file: string) => {
    const args = ['--file', file, '--cluster-file', cluster.clusterFile()];
    const { code, stdout } = await runAlcove('cluster', 'check', '--json', ...args);
    return { code, last: JSON.parse(stdout).steps.at(-1) };
  };
  async function start(name: string, bucketFile?: string): Promise<TestNode> {
    const replica = await cluster.startHere(name, undefined, bucketFile);
    onTestFinished(() => replica.stop());
    return replica;
  }
  async function uses(replica: TestNode) {
    const headers = { Authorization: `Bearer ${await replica.token('storage:write', 'content:read')}` };
    const ask = (path: string, init: RequestInit = {}) =>
      fetchAfterTimers(replica.node.nodeUrl + path, { ...init, headers });
    return {
      ask,
      store: async () => ask('/api/v1/storage', { method: 'POST', body: new Uint8Array(randomBytes(1000)) }),
    };
  }

  it('is one of those that replicas name when they start at once for the first time', async () => {
    const files = ['a', 'b', 'c'].map((prefix) => cluster.otherBucketFile(prefix));
    const claims = [...files, ...files].map((file) => bucketOf(file).claim());
    const refused = await Promise.allSettled(claims);
    const marked = [...cluster.s3.objects.keys()].filter((key) => key.endsWith(mark));
    expect(marked).toHaveLength(1);
    expect(refused.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const claim of refused) {
      if (claim.status === 'rejected') expect(String(claim.reason)).toContain('isn’t the one of the other');
    }
    cluster.s3.objects.clear();
    await forget();
  });

  it('belongs to one of two clusters that name it at once', async () => {
    const server = cluster.server.open();
    await server.query('CREATE DATABASE rival');
    await server.close();
    const database_url = cluster.server.url.replace('/postgres?', '/rival?');
    const file = cluster.clusterFile({ database_url });
    expect((await runAlcove('cluster', 'migrate', '--cluster-file', file)).stderr).toBe('');
    const rival = cluster.server.open({ url: database_url });
    const { bucket } = loadBucket(cluster.bucketFile);
    const buckets = [database, rival].map((one) => new ClusterBucket(one, bucket));
    const claims = await Promise.allSettled(buckets.map((one) => one.claim()));
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = claims.find(({ status }) => status === 'rejected');
    expect(String((refused as PromiseRejectedResult).reason)).toContain('belongs to another cluster');
    await Promise.all(buckets.map((one) => one.close()));
    await rival.close();
    cluster.s3.objects.clear();
    await forget();
  });

  it('is compared at each start, and by a command that leaves nothing there', async () => {
    expect(await check(cluster.bucketFile)).toMatchObject({
      code: 0,
      last: { result: 'ok', detail: expect.stringContaining('the first replica takes this one') },
    });
    expect([cluster.s3.objects.size, await isRecorded()]).toEqual([0, false]);
    const replica = await start('first');
    const { store } = await uses(replica);
    expect((await store()).status).toBe(201);
    expect([cluster.s3.objects.has(mark), await isRecorded()]).toEqual([true, true]);
    await start('second');
    const other = cluster.otherBucketFile('other');
    await expect(start('third', other)).rejects.toThrow('isn’t the one of the other replicas');
    const before = cluster.s3.objects.size;
    expect(await check(cluster.bucketFile)).toMatchObject({ code: 0, last: { result: 'ok' } });
    expect(await check(other)).toMatchObject({
      code: 1,
      last: { result: 'failed', detail: expect.stringContaining('isn’t the one of the other replicas') },
    });
    expect(cluster.s3.objects.size).toBe(before);
  });

  it('is marked by an upgrade where it has the files of the cluster', async () => {
    cluster.s3.objects.delete(mark);
    await forget();
    await expect(start('upgraded', cluster.otherBucketFile('other'))).rejects.toThrow(
      'has no files of the other replicas',
    );
    expect(await isRecorded()).toBe(false);
    await start('upgraded');
    expect([cluster.s3.objects.has(mark), await isRecorded()]).toEqual([true, true]);
  });

  it('is marked in a store that refuses conditions', async () => {
    cluster.s3.objects.delete(mark);
    await forget();
    proxy.fault = ({ headers }) =>
      headers['if-none-match'] === undefined ? undefined : { kind: 'status', status: 501 };
    await bucketOf(cluster.bucketFile).claim();
    proxy.fault = () => undefined;
    expect([cluster.s3.objects.has(mark), await isRecorded()]).toEqual([true, true]);
  });

  it('is recorded where the replica that marked it ended before that', async () => {
    await forget();
    await start('first');
    expect(await isRecorded()).toBe(true);
  });

  it('is compared when it answers where it did not answer at the start', async () => {
    const other = cluster.otherBucketFile('other');
    await proxy.refuse();
    const [right, wrong] = [await start('right'), await start('wrong', other)];
    const [atRight, atWrong] = [await uses(right), await uses(wrong)];
    expect((await fetchAfterTimers(`${right.node.nodeUrl}/readyz`)).status).toBe(200);
    expect((await atRight.ask('/api/v1/content.list')).status).toBe(200);
    expect((await atRight.store()).status).toBe(503);
    await proxy.accept();
    expect((await atRight.store()).status).toBe(201);
    const before = cluster.s3.objects.size;
    const refused = await atWrong.store();
    expect([refused.status, (await refused.json()).reason]).toEqual([503, 'storage.unreachable']);
    await delay(100);
    expect(cluster.s3.objects.size).toBe(before);
  });
});
