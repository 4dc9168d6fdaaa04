import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type ClientRequest, request as plainRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlClient } from '../../../src/cli/control-client.ts';
import { getPeers } from '../../../src/contract/dashboard-api/peers.ts';
import { rawRequest } from '../../support/http/raw-request.ts';
import { openDashboard } from '../../support/node/open-dashboard.ts';
import { type ServingNode, serveNode } from '../../support/node/run-alcove.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { answerOf, httpsRequest, openRequest } from './https-request.ts';
import {
  freePorts,
  missingProgram,
  type ProxyPorts,
  type ReverseProxy,
  startProxy,
} from './reverse-proxy.ts';

const MiB = 1024 * 1024;
const largest = 300 * MiB;

describe.each(['nginx', 'caddy'] as const)('a public node behind %s', (name) => {
  const missing = missingProgram(name, 'openssl');
  const root = temporaryFolder();
  const dataDir = join(root, 'public');
  let ports: ProxyPorts;
  let node: ServingNode;
  let proxy: ReverseProxy;
  let authorization: string;
  let ca: Buffer;
  let origin: string;

  beforeAll(async () => {
    if (missing) return;
    ports = await freePorts();
    origin = `https://localhost:${ports.https}`;
    const settings = [
      'http.trusted_proxies=127.0.0.1',
      'http.requests_per_minute=100000',
      'http.sign_ins_per_minute=3',
      `storage.max_upload_bytes=${largest}`,
    ];
    mkdirSync(dataDir, { recursive: true });
    node = await serveNode(
      dataDir,
      ...['--public', '--public-host', origin],
      ...settings.flatMap((setting) => ['--set', setting]),
    );
    proxy = await startProxy(name, { folder: root, nodeUrl: node.ready.node_url, ports });
    ca = readFileSync(join(root, 'certificate.pem'));
    const { token } = await controlClient(dataDir).createToken({ name: 'test', scopes: ['storage:write'] });
    authorization = `Bearer ${token}`;
  });
  afterAll(async () => {
    await proxy?.stop();
    await node?.end();
    rmSync(root, { recursive: true, force: true });
  });

  const ask = (path: string, options: RequestOptions & { body?: string } = {}) =>
    httpsRequest(origin + path, { ca, ...options });

  it.skipIf(missing)('redirects http to https and sends HSTS', async () => {
    const location = await new Promise((resolve) => {
      plainRequest({ port: ports.http, path: '/api/v1/node', headers: { host: 'localhost' } }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers.location]);
      }).end();
    });
    expect(location).toEqual([308, expect.stringMatching(/^https:\/\/localhost(:\d+)?\/api\/v1\/node$/)]);
    for (const path of ['/api/v1/node', '/api/v1/nothing']) {
      expect((await ask(path)).headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it.skipIf(missing)('accepts 32 MiB without buffering, and returns any range of it', async () => {
    const halves = [Buffer.alloc(16 * MiB, 'first'), Buffer.alloc(16 * MiB, 'second')];
    const { sent, response } = openRequest(`${origin}/api/v1/storage`, {
      ca,
      method: 'POST',
      headers: { authorization, 'content-length': 32 * MiB, 'content-type': 'application/octet-stream' },
    });
    await sendInPieces(sent, halves[0] as Buffer);
    // The second half is sent only after the node has the first except for a block, so the proxy cannot buffer the whole body.
    const arrived = () => bytesIn(join(dataDir, 'incoming'));
    await expect.poll(arrived, { timeout: 240_000 }).toBeGreaterThan(12 * MiB);
    expect(bytesIn(proxy.folder)).toBeLessThan(MiB);
    await sendInPieces(sent, halves[1] as Buffer);
    sent.end();
    const stored = (await answerOf(await response)).json();
    const sha256 = createHash('sha256')
      .update(halves[0] as Buffer)
      .update(halves[1] as Buffer)
      .digest('hex');
    expect(stored).toMatchObject({ content_sha256: sha256, size: 32 * MiB });
    expect(stored.content_url).toBe(`${origin}/api/v1/storage/${stored.content_id}`);

    const path = `/api/v1/storage/${stored.content_id}`;
    const head = await ask(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject({
      'content-length': String(32 * MiB),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"/),
    });
    const part = await ask(path, { headers: { range: `bytes=${16 * MiB - 3}-${16 * MiB + 2}` } });
    expect([part.status, part.text]).toEqual([206, `${(halves[0] as Buffer).subarray(-3)}sec`]);
    const { sent: whole, response: answer } = openRequest(origin + path, { ca });
    whole.end();
    const hash = createHash('sha256');
    for await (const block of await answer) hash.update(block as Buffer);
    expect(hash.digest('hex')).toBe(sha256);
    const known = await ask(path, { headers: { 'if-none-match': head.headers.etag } });
    expect(known.status).toBe(304);
  });

  it.skipIf(missing)('relays refusals of the node unchanged', async () => {
    const { sent, response } = openRequest(`${origin}/api/v1/storage`, {
      ca,
      method: 'POST',
      headers: { authorization, 'content-length': 2 * largest },
    });
    sent.flushHeaders();
    const answer = await answerOf(await response);
    sent.on('error', () => {}).destroy();
    expect(answer.status).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'payload_too_large' });
    expect((await ask('/api/v1/node', { headers: { 'x-much': 'x'.repeat(12 * 1024) } })).status).toBe(200);
    const tooMuch = await ask('/api/v1/node', { headers: { 'x-much': 'x'.repeat(40 * 1024) } }).catch(
      () => undefined,
    );
    expect([400, 431, undefined]).toContain(tooMuch?.status);
    const many = Object.fromEntries(
      Array.from({ length: 5 }, (_, n) => [`x-much-${n}`, 'x'.repeat(4 * 1024)]),
    );
    expect((await ask('/api/v1/node', { headers: many })).status).toBe(431);
  });

  it.skipIf(missing)('limits each client by its own address, whatever the client claims', async () => {
    const signIn = (localAddress: string, headers = {}) =>
      ask('/api/v1/auth.twa', {
        method: 'POST',
        localAddress,
        headers: { 'content-type': 'application/json', 'content-length': 2, ...headers },
        body: '{}',
      });
    for (let count = 0; count < 3; count += 1) expect((await signIn('127.0.0.2')).status).toBe(200);
    expect((await signIn('127.0.0.2')).status).toBe(429);
    expect((await signIn('127.0.0.2', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
    expect((await signIn('127.0.0.3')).status).toBe(200);
    const past = (claimed: string) =>
      rawRequest(`${node.ready.node_url}/api/v1/auth.twa`, {
        method: 'POST',
        localAddress: '127.0.0.4',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed },
        body: '{}',
      });
    for (let count = 0; count < 3; count += 1) expect((await past(`203.0.113.${count}`)).status).toBe(200);
    expect((await past('203.0.113.9')).status).toBe(429);
  });

  it.skipIf(missing)('uses the host name of the proxy, not one that a client claims', async () => {
    const response = await ask('/api/v1/network.info', {
      headers: { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'http' },
    });
    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject({ node_type: 'public', public_host: origin });
    const foreign = await ask('/api/v1/node', {
      servername: 'localhost',
      headers: { host: 'elsewhere.example' },
    });
    expect(foreign.text).not.toContain('node_address');
  });

  it.skipIf(missing)('relays bytes as they arrive, never compressed', async () => {
    const text = 'the same words again and again '.repeat(2000);
    const stored = await ask('/api/v1/storage', {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/plain', 'content-length': text.length },
      body: text,
    });
    const packed = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    for (const path of [`/api/v1/storage/${stored.json().content_id}`, '/api/openapi.json']) {
      const plain = await ask(path);
      const response = await ask(path, { headers: packed });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.headers.etag).toBe(plain.headers.etag);
      expect(response.text).toBe(plain.text);
    }
  });

  it.skipIf(missing)('completes a handshake with another node through TLS', async () => {
    const folder = join(root, 'private');
    process.env.NODE_EXTRA_CA_CERTS = join(root, 'certificate.pem');
    const other = await serveNode(folder, '--bootstrap', origin).finally(() => {
      delete process.env.NODE_EXTRA_CA_CERTS;
    });
    try {
      const { local } = await openDashboard(folder);
      const peer = async () => (await local.call(getPeers, {})).peers[0];
      await expect.poll(peer, { timeout: 240_000 }).toMatchObject({
        public_key: node.ready.public_key,
        state: 'compatible',
        failure: null,
      });
    } finally {
      await other.end();
    }
  });
});

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + sizeOf(join(entry.parentPath, entry.name)), 0);
}

/** Files come and go. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Sends a part of a body. As one piece it would be encrypted whole before the header is sent, which a proxy does not
 * wait for on a busy machine.
 */
async function sendInPieces(sent: ClientRequest, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += MiB) {
    if (!sent.write(bytes.subarray(at, at + MiB))) await once(sent, 'drain');
  }
}
