import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedContent } from '../../src/contract/node-api/uploads.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode({
    settings: { storage: { max_upload_bytes: 1_000_000, quota_bytes: 4_000_000 } },
  });
  token = await alcove.token('storage:write');
});
afterAll(() => alcove.stop());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const sfDigest = (bytes: Uint8Array) => `sha-256=:${sha256(bytes).toString('base64')}:`;
const base64Name = (name: string) => Buffer.from(name).toString('base64');

async function upload(
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await alcove.ask('/api/v1/storage', {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

describe('uploads', () => {
  it('stores a plain body and returns the same bytes for every spelling of its id', async () => {
    const bytes = randomBytes(70_000);
    const { status, json } = await upload(bytes, {
      'Content-Type': 'image/png',
      'X-File-Name': base64Name('Ünï.png'),
    });
    expect(status).toBe(201);
    const stored = storedContent.parse(json);
    expect(stored.content_sha256).toBe(sha256(bytes).toString('hex'));
    expect(stored.content_id_v1).toBe(stored.content_id);
    expect(stored.size).toBe(70_000);
    for (const id of [stored.content_id, stored.content_sha256, stored.content_sha256.toUpperCase()]) {
      const response = await alcove.ask(`/api/v1/storage/${id}`);
      expect(response.status, id).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cn%C3%AF.png");
      expect(response.headers.get('repr-digest')).toBe(sfDigest(bytes));
    }
    expect(await (await fetch(stored.content_url)).arrayBuffer()).toHaveProperty('byteLength', 70_000);
  });

  it('stores the file of a multipart form, once', async () => {
    const bytes = randomBytes(300_000);
    const form = () => {
      const data = new FormData();
      data.append('note', 'ignored');
      data.append('file', new Blob([bytes], { type: 'audio/mpeg' }), 'song.mp3');
      return data;
    };
    const first = await upload(form());
    expect(first).toMatchObject({
      status: 201,
      json: { size: 300_000, content_type: 'audio/mpeg', already_stored: false },
    });
    expect(await upload(form())).toMatchObject({ status: 200, json: { already_stored: true } });
  });

  it('accepts requests of existing web clients: a bare token and the chunk headers of a whole upload', async () => {
    const { status } = await upload('hello web', {
      Authorization: token,
      'Content-Type': 'text/plain',
      'X-File-Name': base64Name('hello.txt'),
      'X-Chunk-Start': '0',
      'X-Last-Chunk': '1',
    });
    expect(status).toBe(201);
  });

  it('stores an empty file', async () => {
    const { status, json } = await upload('');
    expect(status).toBe(201);
    const response = await alcove.ask(`/api/v1/storage/${json.content_id}`);
    expect(response.headers.get('content-length')).toBe('0');
  });

  it('verifies Content-Digest and Repr-Digest and stores nothing that differs', async () => {
    const right = randomBytes(2000);
    const wrong = sfDigest(Buffer.from('something else'));
    for (const name of ['Content-Digest', 'Repr-Digest']) {
      expect(await upload(right, { [name]: wrong })).toMatchObject({
        status: 400,
        json: { code: 'digest_mismatch' },
      });
      expect((await alcove.ask(`/api/v1/storage/${sha256(right).toString('hex')}`)).status).toBe(404);
    }
    expect((await upload(right, { 'Repr-Digest': `md5=:AAAA:, ${sfDigest(right)}` })).status).toBe(201);
    expect((await upload(randomBytes(10), { 'Content-Digest': 'md5=:AAAA:' })).status).toBe(201);
  });

  it('verifies the digest of a whole multipart body', async () => {
    const body = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nwhole body\r\n--b--\r\n',
    );
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    expect(
      await upload(body, { ...headers, 'Content-Digest': sfDigest(Buffer.from('whole body')) }),
    ).toMatchObject({
      status: 400,
      json: { code: 'digest_mismatch' },
    });
    expect((await upload(body, { ...headers, 'Content-Digest': sfDigest(body) })).status).toBe(201);
  });

  it.each([
    ['no token', { Authorization: '' }, 401, 'unauthorized'],
    ['an unknown token', { Authorization: 'Bearer nobody' }, 401, 'unauthorized'],
    ['a name that is not base64', { 'X-File-Name': '…' }, 400, 'invalid_request'],
    ['multipart without boundary', { 'Content-Type': 'multipart/form-data' }, 400, 'invalid_request'],
    ['invalid multipart', { 'Content-Type': 'multipart/form-data; boundary=b' }, 400, 'invalid_request'],
  ])('rejects %s', async (_what, headers, status, code) => {
    const answer = await rawRequest(`${alcove.node.nodeUrl}/api/v1/storage`, {
      method: 'POST',
      body: 'bytes',
      headers: Object.fromEntries(
        Object.entries({ Authorization: `Bearer ${token}`, ...headers }).map(([name, value]) => [
          name,
          Buffer.from(value).toString('latin1'),
        ]),
      ),
    });
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({ code, status });
    if (status === 401) expect(answer.headers['www-authenticate']).toContain('Bearer');
  });

  it('rejects a token without the scope', async () => {
    const reader = await alcove.token('content:read');
    expect(await upload('x', { Authorization: `Bearer ${reader}` })).toMatchObject({
      status: 403,
      json: { code: 'insufficient_scope' },
    });
  });

  it('rejects files over the limit, by the announced length and by the bytes', async () => {
    const announced = await rawRequest(`${alcove.node.nodeUrl}/api/v1/storage`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Length': 50_000_000, Expect: '100-continue' },
    });
    expect(announced.json()).toMatchObject({ status: 413, code: 'payload_too_large' });
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    });
    const streamed = await fetch(`${alcove.node.nodeUrl}/api/v1/storage`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { Authorization: `Bearer ${token}` },
    } as RequestInit).catch((error: unknown) => error);
    if (streamed instanceof Response) expect(streamed.status).toBe(413);
    expect(readdirSync(join(alcove.dataDir, 'incoming'))).toEqual([]);
  });

  it('rejects a form that ends inside its file', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf a file';
    expect(await upload(body, { 'Content-Type': 'multipart/form-data; boundary=b' })).toMatchObject({
      status: 400,
      json: { code: 'invalid_request' },
    });
  });

  it('reads an oversized form to its end, so that its sender receives the error', async () => {
    const { port, hostname } = new URL(alcove.node.nodeUrl);
    const socket = connect(Number(port), hostname);
    const answer = once(socket, 'data');
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(part), Buffer.alloc(30_000_000)]);
    socket.write(
      `POST /api/v1/storage HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
    );
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).write(body, (error) => (error ? reject(error) : resolve()));
    });
    expect(String((await answer)[0])).toContain('payload_too_large');
    socket.destroy();
  });

  it('rejects a file that exceeds the quota', async () => {
    for (let n = 0; n < 3; n += 1) await upload(randomBytes(900_000));
    expect(await upload(randomBytes(999_999))).toMatchObject({
      status: 507,
      json: { code: 'insufficient_storage' },
    });
    expect(readdirSync(join(alcove.dataDir, 'incoming'))).toEqual([]);
  });

  it('keeps a malicious file name out of every path', async () => {
    const name = '../../../../tmp/alcove-escaped‮gpj.exe';
    const { json } = await upload('harmless', { 'X-File-Name': base64Name(name) });
    const response = await alcove.ask(`/api/v1/storage/${json.content_id}`);
    expect(response.headers.get('content-disposition')).toContain('alcove-escapedgpj.exe');
    expect(response.headers.get('content-disposition')).not.toContain('..');
    expect(existsSync('/tmp/alcove-escaped')).toBe(false);
  });
});

describe('stored bytes', () => {
  const bytes = randomBytes(1000);
  const url = () => `/api/v1/storage/${sha256(bytes).toString('hex')}`;
  const etag = `"${sha256(bytes).toString('hex')}"`;

  beforeAll(async () => {
    const other = await startTestNode();
    await alcove.stop();
    alcove = other;
    token = await alcove.token('storage:write');
    await upload(bytes, { 'Content-Type': 'application/octet-stream' });
  });

  it.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=990-', 206, 990, 1000],
    ['bytes=-10', 206, 990, 1000],
    ['bytes=-99999', 206, 0, 1000],
    ['bytes=0-99999', 206, 0, 1000],
    ['bytes=999-999', 206, 999, 1000],
    ['bytes=0-1,5-6', 200, 0, 1000],
    ['lines=0-1', 200, 0, 1000],
    ['nonsense', 200, 0, 1000],
  ])('answers Range: %s with %i', async (range, status, from, to) => {
    const response = await alcove.ask(url(), { headers: { Range: range } });
    expect(response.status).toBe(status);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
    if (status === 206) expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/1000`);
  });

  it('answers a range beyond the end with 416 and the size', async () => {
    const response = await alcove.ask(url(), { headers: { Range: 'bytes=1000-' } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */1000');
    expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable' });
  });

  it('honours If-Range and If-None-Match', async () => {
    const ranged = (ifRange: string) =>
      alcove.ask(url(), { headers: { Range: 'bytes=0-1', 'If-Range': ifRange } });
    expect((await ranged(etag)).status).toBe(206);
    expect((await ranged('"other"')).status).toBe(200);
    expect((await ranged(`W/${etag}`)).status).toBe(200);
    expect((await alcove.ask(url(), { headers: { 'If-None-Match': `"a", W/${etag}` } })).status).toBe(304);
    expect((await alcove.ask(url(), { headers: { 'If-None-Match': '"a"' } })).status).toBe(200);
  });

  it('answers HEAD with the headers only, whatever the Range', async () => {
    const response = await alcove.ask(url(), { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('1000');
    expect(response.headers.get('etag')).toBe(etag);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['<script>alert(1)</script>', 'text/html', 'attachment'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'attachment'],
    ['%PDF-1.7', 'application/pdf', 'attachment'],
    ['<!doctype html><script>alert(1)</script>', 'image/png', 'attachment'],
    ['just text', 'text/plain', 'inline'],
  ])('prevents a browser from running %s declared as %s', async (text, type, disposition) => {
    const { json } = await upload(text, { 'Content-Type': type });
    const response = await alcove.ask(`/api/v1/storage/${json.content_id}`);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('content-disposition')?.split(';')[0]).toBe(disposition);
  });

  it('answers an unknown id with 404, an invalid one with 400', async () => {
    const problemOf = async (id: string) => (await alcove.ask(`/api/v1/storage/${id}`)).json();
    expect(await problemOf('0'.repeat(64))).toMatchObject({ status: 404, code: 'content_not_found' });
    expect(await problemOf('nonsense')).toMatchObject({ status: 400, code: 'invalid_content_id' });
    expect(await problemOf('..%2f..%2fetc%2fpasswd')).toMatchObject({
      status: 400,
      code: 'invalid_content_id',
    });
    expect(await problemOf('QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG')).toMatchObject({
      status: 400,
      code: 'unsupported_content_id',
    });
  });

  it('decodes a content id', async () => {
    const response = await alcove.ask(`/api/v1/storage.decodeContentId/${sha256(bytes).toString('hex')}`);
    expect(await response.json()).toEqual({
      content_id: expect.stringMatching(/^bafkrei/),
      content_sha256: sha256(bytes).toString('hex'),
      version: 1,
      codec: 'raw',
      hash_algorithm: 'sha2-256',
      stored: true,
      size: 1000,
      content_type: 'application/octet-stream',
    });
  });
});
