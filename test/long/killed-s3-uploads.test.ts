import { spawn } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '../platform/blobs/support/temporary-store.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { type StrictS3, startStrictS3, testBucket } from '../support/s3/strict-s3.ts';

const program = fileURLToPath(new URL('../storage/upload-to-kill.ts', import.meta.url));
const bytes = randomBytes(300_000);
const firstBytes = 200_000;

interface Request {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** How the bytes before those of the killed node got there. */
const kinds = {
  'a whole upload': { parts: false, hasBucket: true },
  'an upload in parts': { parts: true, hasBucket: true },
  'an upload in parts from before the bucket': { parts: true, hasBucket: false },
};

describe('a node with a bucket that is killed at each step of finishing', () => {
  const root = temporaryFolder();
  const bucketFile = join(root, 'bucket.json');
  let s3: StrictS3;

  beforeAll(async () => {
    s3 = await startStrictS3();
    const { region, bucket, prefix, credentials } = testBucket;
    const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = credentials;
    const file = { endpoint: s3.endpoint, region, bucket, prefix, access_key_id, secret_access_key };
    writeFileSync(bucketFile, JSON.stringify(file));
  });
  afterAll(async () => {
    await s3.close();
    rmSync(root, { recursive: true });
  });

  const start = (dataDir: string, hasBucket = true) =>
    startTestNode({ dataDir, settings: { storage: { ...(hasBucket && { s3_file: bucketFile }) } } });

  /** Sends what precedes the last bytes; returns the request with these. */
  async function begin(dataDir: string, { parts, hasBucket }: (typeof kinds)[keyof typeof kinds]) {
    const node = await start(dataDir, hasBucket);
    const token = await node.token('storage:write', 'content:read');
    const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
    let body = bytes;
    if (parts) {
      const first = await node.ask('/api/v1/storage', {
        method: 'POST',
        headers: { ...headers, 'X-Chunk-Start': '0' },
        body: bytes.subarray(0, firstBytes),
      });
      const { upload_id } = (await first.json()) as { upload_id: string };
      Object.assign(headers, { 'X-Chunk-Start': `${firstBytes}`, 'X-Upload-ID': upload_id });
      headers['X-Last-Chunk'] = '1';
      body = bytes.subarray(firstBytes);
    }
    await node.stop();
    return { path: '/api/v1/storage', headers, body: body.toString('base64') };
  }

  /** Returns what the node did in the end. */
  async function sendAndKill(dataDir: string, step: number, request: Request): Promise<string> {
    const file = join(root, 'request.json');
    writeFileSync(file, JSON.stringify(request));
    const args = [program, dataDir, bucketFile, String(step), file];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let last = '';
    for await (const line of createInterface({ input: child.stdout })) last = line;
    return last;
  }

  async function expectWhole(node: TestNode, { path, headers, body }: Request, at: string): Promise<void> {
    const sent = await node.ask(path, { method: 'POST', headers, body: Buffer.from(body, 'base64') });
    const content = (await sent.json()) as { content_id: string };
    expect([200, 201], `${at}: ${JSON.stringify(content)}`).toContain(sent.status);
    const { Authorization = '' } = headers;
    const got = await node.ask(`${path}/${content.content_id}`, { headers: { Authorization } });
    expect(bytes.equals(Buffer.from(await got.arrayBuffer())), at).toBe(true);
  }

  /** Each object is one of a file, or will be deleted; no file of the disk is left over. */
  async function expectNothingForgotten(dataDir: string, at: string): Promise<void> {
    const db = openTestDatabase(join(dataDir, 'alcove.db'));
    const keysOf = (table: string) => db.prepare<[], string>(`SELECT key FROM ${table}`).pluck().all();
    const [used, unused] = [keysOf('segments'), keysOf('unused_segments')];
    expect(
      used.filter((key) => !s3.objects.has(key)),
      at,
    ).toEqual([]);
    const known = new Set([...used, ...unused, ...keysOf('upload_segments')]);
    expect(
      [...s3.objects.keys()].filter((key) => !known.has(key)),
      at,
    ).toEqual([]);
    db.close();
    const left = (await filesOf(dataDir)).filter((file) => /^(incoming|uploads)/.test(file));
    expect(left, at).toEqual([]);
  }

  it.each(Object.entries(kinds))('%s has all bytes when its sender tries again', async (name, kind) => {
    const begun = join(root, `${name}, begun`);
    const request = await begin(begun, kind);
    const objects = new Map(s3.objects);
    const killed: string[] = [];
    for (let step = 1; ; step += 1) {
      const dataDir = join(root, `${name} ${step}`);
      cpSync(begun, dataDir, { recursive: true });
      s3.objects.clear();
      for (const [key, object] of objects) s3.objects.set(key, object);
      const end = await sendAndKill(dataDir, step, request);
      const node = await start(dataDir);
      await expectWhole(node, request, `${step}: ${end}`);
      await node.stop();
      await expectNothingForgotten(dataDir, `${step}: ${end}`);
      if (end.startsWith('answered')) break;
      killed.push(end);
    }
    console.info(`${name}: ${killed.join(', ')}`);
    expect(killed.length).toBeGreaterThan(8);
    s3.objects.clear();
  });
});
