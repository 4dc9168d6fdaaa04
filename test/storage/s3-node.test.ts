import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { backUp } from '../../src/features/recovery/index.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { startFaultProxy } from '../support/s3/fault-proxy.ts';
import { startStrictS3, testBucket } from '../support/s3/strict-s3.ts';

/** A folder with a file for `storage.s3_file`, and the store that it names. */
async function bucketFile(file: object = {}) {
  const s3 = await startStrictS3();
  const proxy = await startFaultProxy(s3.endpoint);
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'bucket.json');
  const { region, bucket, prefix, credentials } = testBucket;
  const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = credentials;
  const given = { endpoint: proxy.endpoint, region, bucket, prefix, access_key_id, secret_access_key };
  writeFileSync(path, JSON.stringify({ ...given, ...file }));
  onTestFinished(async () => {
    await proxy.close();
    await s3.close();
    rmSync(dataDir, { recursive: true });
  });
  return { s3, proxy, dataDir, path };
}

it('keeps contents in a bucket across restarts, and answers 503 while it does not answer', async () => {
  const { s3, proxy, dataDir, path } = await bucketFile({ cache_bytes: 0 });
  const settings = { storage: { s3_file: path } };
  const first = await startTestNode({ dataDir, settings });
  const bytes = randomBytes(700_000);
  const token = await first.token('storage:write', 'content:read');
  const headers = { Authorization: `Bearer ${token}` };
  const stored = await first.ask('/api/v1/storage', { method: 'POST', body: bytes, headers });
  expect(stored.status).toBe(201);
  const { content_id: id } = await stored.json();
  expect([...s3.objects.values()].map(({ length }) => length)).toEqual([bytes.length]);
  await first.stop();

  const node = await startTestNode({ dataDir, settings });
  onTestFinished(() => node.stop());
  const get = () => node.ask(`/api/v1/storage/${id}`, { headers });
  expect(Buffer.from(await (await get()).arrayBuffer()).equals(bytes)).toBe(true);
  proxy.fault = () => ({ kind: 'status', status: 503 });
  const refused = await get();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 'too_busy', reason: 'storage.unreachable' });
  const unstored = await node.ask('/api/v1/storage', { method: 'POST', body: randomBytes(100), headers });
  expect(unstored.status).toBe(503);
  // Nothing else depends on the bucket.
  expect((await node.ask(`/api/v1/content/${id}`, { headers })).status).toBe(200);
  proxy.fault = () => undefined;
  const range = await node.ask(`/api/v1/storage/${id}`, { headers: { ...headers, Range: 'bytes=5-9' } });
  expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
});

it('backs up a node without the files in its bucket, and misses none', async () => {
  const { dataDir, path } = await bucketFile();
  const first = await startTestNode({ dataDir });
  const store = async ({ ask, token }: TestNode, body: string) => {
    const headers = { Authorization: `Bearer ${await token('storage:write')}` };
    expect((await ask('/api/v1/storage', { method: 'POST', body, headers })).status).toBe(201);
  };
  await store(first, 'on the disk');
  await first.stop();
  const node = await startTestNode({ dataDir, settings: { storage: { s3_file: path } } });
  onTestFinished(() => node.stop());
  await store(node, 'in the bucket');
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { manifest } = await backUp({
    dataDir,
    folder,
    verify: true,
    onProgress: () => {},
    clock: Date.now,
  });
  expect(manifest).toMatchObject({ contents: 1, lacking: [] });
});

it('does not start without the bucket that holds its files', async () => {
  const { dataDir, path } = await bucketFile();
  const node = await startTestNode({ dataDir, settings: { storage: { s3_file: path } } });
  const headers = { Authorization: `Bearer ${await node.token('storage:write')}` };
  const stored = await node.ask('/api/v1/storage', { method: 'POST', body: 'text', headers });
  expect(stored.status).toBe(201);
  await node.stop();
  await expect(startTestNode({ dataDir })).rejects.toThrow(/storage\.s3_file isn’t set/);
});

it('refuses to unset the bucket that holds its files', async () => {
  const { dataDir, path } = await bucketFile();
  const change = async ({ askLocal }: TestNode, edit: object) => {
    const response = await askLocal('/local/settings', { method: 'PATCH', ...json(edit) });
    return { status: response.status, body: await response.json() };
  };
  const unset = { reset: ['storage.s3_file'] };
  const set = { storage: { s3_file: path } };
  const first = await startTestNode({ dataDir });
  expect((await change(first, set)).status).toBe(200);
  expect((await change(first, unset)).status).toBe(200);
  expect((await change(first, set)).status).toBe(200);
  await first.stop();
  const node = await startTestNode({ dataDir });
  onTestFinished(() => node.stop());
  const headers = { Authorization: `Bearer ${await node.token('storage:write')}` };
  const stored = await node.ask('/api/v1/storage', { method: 'POST', body: 'text', headers });
  expect(stored.status).toBe(201);
  const errors = [{ path: 'body.storage.s3_file', reason: 'startup.s3FileUnset' }];
  expect(await change(node, unset)).toMatchObject({ status: 400, body: { errors } });
});

it('refuses a file that describes no bucket, without quoting its secret', async () => {
  const { dataDir, path } = await bucketFile({ bucket: 'No bucket', extra: 'top-secret-value' });
  const start = startTestNode({ dataDir, settings: { storage: { s3_file: path } } });
  const error = await start.catch((reason: Error) => reason);
  expect(String(error)).toMatch(/storage\.s3_file: .*bucket\.json .*bucket:/);
  expect(String(error)).not.toMatch(/top-secret-value|test-secret/);
});

it('says what a bucket does, and what is wrong with it', async () => {
  const { s3, proxy, path } = await bucketFile();
  const check = async () => {
    const main = join(import.meta.dirname, '../../src/cli/main.ts');
    const args = [main, 'cluster', 'check', '--json', '--file', path];
    const run = promisify(execFile)(process.execPath, args);
    return JSON.parse((await run.catch((error: { stdout: string }) => error)).stdout);
  };
  const good = await check();
  expect(good.usable).toBe(true);
  expect(good.steps).toHaveLength(5);
  expect(good.steps.every(({ result }: { result: string }) => result === 'ok')).toBe(true);
  expect(s3.objects.size).toBe(0);
  proxy.fault = () => ({ kind: 'status', status: 403 });
  const bad = await check();
  expect(bad).toMatchObject({
    usable: false,
    steps: [{ result: 'failed', detail: expect.stringContaining('keys and region') }],
  });
});
