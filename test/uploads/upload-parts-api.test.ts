import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedContent, uploadedPart } from '../../src/contract/node-api/uploads.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

const dataDir = temporaryFolder();
const settings = { storage: { max_upload_bytes: 3_000_000, quota_bytes: 12_000_000 } };
let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode({ dataDir, settings });
  token = await alcove.token('storage:write');
});
afterAll(async () => {
  await alcove.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const sfDigest = (bytes: Uint8Array) => `sha-256=:${sha256(bytes).toString('base64')}:`;

interface Part {
  id?: string;
  start: number;
  last?: boolean;
  headers?: Record<string, string>;
}

/** Sends a part as existing web clients do: a bare token, the name in base64. */
async function send(bytes: Buffer, { id, start, last, headers }: Part) {
  const response = await alcove.ask('/api/v1/storage', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: {
      Authorization: token,
      'Content-Type': 'audio/mpeg',
      'X-File-Name': Buffer.from('Ünï.mp3').toString('base64'),
      'X-Chunk-Start': String(start),
      'X-Last-Chunk': last ? '1' : '0',
      ...(id !== undefined && { 'X-Upload-ID': id }),
      ...headers,
    },
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function begin(bytes: Buffer): Promise<string> {
  const { status, json } = await send(bytes, { start: 0 });
  expect(status).toBe(200);
  expect(json).toEqual({ upload_id: json.upload_id, current_size: bytes.length });
  return uploadedPart.parse(json).upload_id;
}

/** Sends the last part of an upload and reads the content back. */
async function finish(bytes: Buffer, id: string, start: number, status = 201) {
  const response = await send(bytes.subarray(start), { id, start, last: true });
  expect(response).toMatchObject({ status, json: { already_stored: status === 200 } });
  const stored = storedContent.parse(response.json);
  expect(stored.content_sha256).toBe(sha256(bytes).toString('hex'));
  const content = await fetch(stored.content_url);
  expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
  expect(content.headers.get('content-type')).toBe('audio/mpeg');
  expect(content.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cn%C3%AF.mp3");
}

const askSize = (id: string, authorization = token) =>
  alcove.ask('/api/v1/storage', {
    method: 'HEAD',
    headers: { Authorization: authorization, 'X-Upload-ID': id },
  });

const currentSize = async (id: string) => Number((await askSize(id)).headers.get('X-Current-Size'));

test('stores a file sent in parts', async () => {
  const bytes = randomBytes(2_500_000);
  const id = await begin(bytes.subarray(0, 1_000_000));
  expect(await send(bytes.subarray(1_000_000, 2_000_000), { id, start: 1_000_000 })).toEqual({
    status: 200,
    json: { upload_id: id, current_size: 2_000_000 },
  });
  const head = await askSize(id);
  expect([head.status, head.headers.get('X-Current-Size')]).toEqual([200, '2000000']);
  await finish(bytes, id, 2_000_000);
});

test('resumes an upload after a restart of the node and lost responses', async () => {
  const bytes = randomBytes(900_000);
  const id = await begin(bytes.subarray(0, 400_000));
  await alcove.stop();
  alcove = await startTestNode({ dataDir, settings });
  expect(await send(bytes.subarray(0, 400_000), { id, start: 0 })).toMatchObject({
    status: 409,
    json: { code: 'offset_mismatch', current_size: 400_000 },
  });
  await finish(bytes, id, 400_000);
  await finish(bytes, id, 400_000, 200);
  await finish(bytes, id, bytes.length, 200);
  expect(await currentSize(id)).toBe(bytes.length);
});

test('keeps the received bytes when the connection breaks', async () => {
  const bytes = randomBytes(1_000_000);
  const id = await begin(bytes.subarray(0, 100_000));
  const { port, hostname } = new URL(alcove.node.nodeUrl);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/storage HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nX-Upload-ID: ${id}\r\nX-Chunk-Start: 100000\r\nContent-Length: 900000\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(bytes.subarray(100_000, 600_000), () => resolve()));
  socket.destroy();
  await once(socket, 'close');
  // Takes over the upload, whether the node has noticed the break or not.
  const { status, json } = await send(Buffer.alloc(0), { id, start: 0 });
  expect(status).toBe(409);
  const size = Number(json.current_size);
  expect(size).toBeGreaterThanOrEqual(100_000);
  expect(await currentSize(id)).toBe(size);
  await finish(bytes, id, size);
});

test('limits an upload to its own token', async () => {
  const id = await begin(randomBytes(10));
  const other = await alcove.token('storage:write');
  for (const [authorization, upload] of [
    [other, id],
    [token, 'unknown'],
  ] as const) {
    expect((await askSize(upload, authorization)).status).toBe(404);
    const response = await send(randomBytes(10), {
      id: upload,
      start: 10,
      headers: { Authorization: authorization },
    });
    expect(response).toMatchObject({ status: 404, json: { code: 'upload_not_found' } });
  }
  expect((await askSize(id, '')).status).toBe(401);
  expect((await askSize(id, await alcove.token('content:read'))).status).toBe(403);
});

test('verifies digests of the part and of the whole', async () => {
  const bytes = randomBytes(600_000);
  const id = await begin(bytes.subarray(0, 300_000));
  const rest = bytes.subarray(300_000);
  const put = (headers: Record<string, string>, last: boolean) =>
    send(rest, { id, start: 300_000, last, headers });
  const mismatch = { status: 400, json: { code: 'digest_mismatch' } };
  expect(await put({ 'Content-Digest': sfDigest(bytes) }, false)).toMatchObject(mismatch);
  expect(await put({ 'Content-Digest': sfDigest(bytes) }, true)).toMatchObject(mismatch);
  expect(await currentSize(id)).toBe(300_000);
  expect(await put({ 'Content-Digest': 'md5=:AAAA:' }, false)).toMatchObject({ status: 200 });
  const right = { 'Content-Digest': sfDigest(Buffer.alloc(0)), 'Repr-Digest': sfDigest(bytes) };
  expect(await send(Buffer.alloc(0), { id, start: 600_000, last: true, headers: right })).toMatchObject({
    status: 201,
    json: { content_sha256: sha256(bytes).toString('hex') },
  });
  expect(await put({ 'Content-Digest': sfDigest(bytes) }, true)).toMatchObject(mismatch);
  expect(await put({ 'Content-Digest': sfDigest(rest) }, true)).toMatchObject({ status: 200 });
});

test('does not store a file with a wrong digest', async () => {
  const bytes = randomBytes(1000);
  const id = await begin(bytes.subarray(0, 500));
  const headers = { 'Repr-Digest': sfDigest(bytes.subarray(500)) };
  expect(await send(bytes.subarray(500), { id, start: 500, last: true, headers })).toMatchObject({
    status: 400,
    json: { code: 'digest_mismatch' },
  });
  expect((await alcove.ask(`/api/v1/storage/${sha256(bytes).toString('hex')}`)).status).toBe(404);
  expect((await askSize(id)).status).toBe(404);
});

test.each([
  ['a later part without its upload', { 'X-Chunk-Start': '10' }, 'headers.x-upload-id'],
  ['a part without its offset', { 'X-Upload-ID': 'some' }, 'headers.x-chunk-start'],
  ['an invalid offset', { 'X-Chunk-Start': '-1' }, 'headers.x-chunk-start'],
  [
    'a form as a part',
    { 'X-Chunk-Start': '0', 'Content-Type': 'multipart/form-data; boundary=b' },
    'headers.content-type',
  ],
])('rejects %s and names the header', async (_what, headers: Record<string, string>, path) => {
  const answer = await rawRequest(`${alcove.node.nodeUrl}/api/v1/storage`, {
    method: 'POST',
    body: 'bytes',
    headers: { Authorization: token, ...headers },
  });
  expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path }] });
});

test('rejects a file over the file limit or the quota', async () => {
  const id = await begin(randomBytes(2_000_000));
  expect(await send(randomBytes(1_010_000), { id, start: 2_000_000 })).toMatchObject({
    status: 413,
    json: { code: 'payload_too_large' },
  });
  for (;;) {
    const { status, json } = await send(randomBytes(2_000_000), { start: 0 });
    if (status !== 507) continue;
    expect(json).toMatchObject({ code: 'insufficient_storage' });
    break;
  }
  expect(await currentSize(id)).toBe(2_000_000);
});

test('ignores an empty X-Upload-ID, which clients may send without an id', async () => {
  const [first, whole] = [randomBytes(1000), randomBytes(1000)];
  expect(await send(first, { id: '', start: 0 })).toMatchObject({
    status: 200,
    json: { current_size: 1000 },
  });
  expect(await send(whole, { id: '', start: 0, last: true })).toMatchObject({
    status: 201,
    json: { size: 1000 },
  });
});
