import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { rawMessage } from '../../support/http/raw-message.ts';
import { rawRequest } from '../../support/http/raw-request.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../../support/node/start-test-node.ts';

let alcove: TestNode;
let publicNode: TestNode;

beforeAll(async () => {
  alcove = await startTestNode({ settings: { http: { allowed_origins: ['https://app.example.org'] } } });
  publicNode = await startTestNode({
    settings: {
      node: { type: 'public', public_host: 'https://node.example.org', port: 0 },
      http: { requests_per_minute: 20, trusted_proxies: ['127.0.0.1'] },
    },
  });
});
afterAll(() => Promise.all([alcove.stop(), publicNode.stop()]));

const get = (headers: Record<string, string>, base = alcove.node.nodeUrl) =>
  rawRequest(`${base}/api/system.version`, { headers });

describe('the node API', () => {
  it.each(['evil.example.org', 'localhost.evil.example.org', '10.0.0.1', '127.0.0.1.nip.io'])(
    'rejects the Host “%s”',
    async (host) => {
      const response = await get({ Host: host });
      expect(response.json()).toMatchObject({ status: 421, code: 'misdirected_request' });
    },
  );

  it.each(['localhost', 'LOCALHOST:1234', '127.0.0.1:80', '[::1]:8471'])(
    'accepts its own host name %s',
    async (host) => {
      expect((await get({ Host: host })).status).toBe(200);
    },
  );

  it('sends CORS headers to loopback pages and configured web apps only', async () => {
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:3000', 'https://app.example.org']) {
      const response = await get({ Origin: origin });
      expect(response.headers['access-control-allow-origin'], origin).toBe(origin);
      const exposed = String(response.headers['access-control-expose-headers']).split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['X-Request-Id', 'Repr-Digest', 'Retry-After']));
      expect(exposed).not.toContain('Cache-Control');
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    }
    for (const origin of ['https://evil.example.org', 'null', 'http://localhost.evil.example.org']) {
      expect((await get({ Origin: origin })).headers['access-control-allow-origin'], origin).toBeUndefined();
    }
  });

  it('answers preflights, also for private networks', async () => {
    const preflight = (origin: string) =>
      rawRequest(`${alcove.node.nodeUrl}/api/v1/storage`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,x-file-name',
          'Access-Control-Request-Private-Network': 'true',
        },
      });
    const allowed = await preflight('https://app.example.org');
    expect(allowed.status).toBe(204);
    expect(allowed.headers['access-control-allow-headers']).toMatch(/Authorization.*X-File-Name/);
    expect(allowed.headers['access-control-allow-private-network']).toBe('true');
    const refused = await preflight('https://evil.example.org');
    expect(refused.json()).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(refused.headers['access-control-allow-private-network']).toBeUndefined();
  });

  it('rejects requests from other sites to a private node, unless their page is allowed', async () => {
    const crossSite = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await get(crossSite)).json()).toMatchObject({ status: 403, code: 'cross_site' });
    expect((await get({ ...crossSite, Origin: 'https://evil.example.org' })).status).toBe(403);
    expect((await get({ ...crossSite, Referer: 'https://app.example.org/page' })).status).toBe(200);
    expect((await get({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(200);
    expect(
      (
        await get(
          { ...crossSite, Host: 'node.example.org', 'X-Forwarded-For': '203.0.113.9' },
          publicNode.node.nodeUrl,
        )
      ).status,
    ).toBe(200);
  });

  it('sends frame rules for embedding', async () => {
    expect((await get({})).headers['cross-origin-resource-policy']).toBe('same-site');
    const beside = await get({ 'Sec-Fetch-Site': 'same-site' });
    expect(beside.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await get({ Origin: 'https://app.example.org' })).headers['cross-origin-resource-policy']).toBe(
      'cross-origin',
    );
    expect(
      (await get({ Host: 'node.example.org', 'X-Forwarded-For': '203.0.113.8' }, publicNode.node.nodeUrl))
        .headers['cross-origin-resource-policy'],
    ).toBe('cross-origin');
  });

  it('limits requests per address, as given by the trusted proxy, with IPv6 by /64', async () => {
    const from = (address: string) =>
      get({ Host: 'node.example.org', 'X-Forwarded-For': address }, publicNode.node.nodeUrl);
    for (let n = 0; n < 20; n += 1) expect((await from(`2001:db8:1:2::${n}`)).status).toBe(200);
    const refused = await from('2001:db8:1:2:ffff::1');
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
  });

  it('counts requests without an endpoint as well', async () => {
    const at = (path: string) =>
      rawRequest(publicNode.node.nodeUrl + path, {
        headers: { Host: 'node.example.org', 'X-Forwarded-For': '203.0.113.77' },
      });
    for (let n = 0; n < 20; n += 1) expect((await at('/nothing')).status).toBe(404);
    expect((await at('/nothing')).status).toBe(429);
    expect((await at('/api/v1/node')).status).toBe(429);
  });

  it('rejects bodies with a content coding', async () => {
    const upload = async (coding: string) =>
      rawRequest(`${alcove.node.nodeUrl}/api/v1/storage`, {
        method: 'POST',
        body: 'x',
        headers: { Authorization: await alcove.token('storage:write'), 'Content-Encoding': coding },
      });
    const refused = await upload('gzip');
    expect(refused.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    expect(refused.headers['accept-encoding']).toBe('identity');
    expect((await upload('Identity')).status).toBe(201);
  });

  it('rejects headers over 16 KiB', async () => {
    const answer = await rawRequest(`${alcove.node.nodeUrl}/api/system.version`, {
      headers: { 'X-Big': 'x'.repeat(17_000) },
    });
    expect(answer.json()).toMatchObject({ status: 431, code: 'headers_too_large' });
    expect(answer.headers['x-request-id']).toBe(answer.json().instance);
    const head = await rawRequest(`${alcove.node.nodeUrl}/api/system.version`, {
      method: 'HEAD',
      headers: { 'X-Big': 'x'.repeat(17_000) },
    });
    expect(head.status).toBe(431);
    expect(head.body).toHaveLength(0);
  });

  it('survives malformed requests', async () => {
    const answer = await rawMessage(alcove.node.nodeUrl, '\x16\x03\x01 nonsense\r\n\r\n');
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request' });
    expect((await get({})).status).toBe(200);
  });
});

describe.each(['node API', 'dashboard API'])('every message to the %s', (api) => {
  const send = (start: string, ...headers: string[]) =>
    rawMessage(
      api === 'node API' ? alcove.node.nodeUrl : alcove.node.dashboardUrl,
      [start, ...headers, 'Connection: close', '', ''].join('\r\n'),
    );

  it.each<[what: string, start: string, headers: string[], status: number, code: string]>([
    ['RFC 9112, 3.2: names a host', 'GET / HTTP/1.1', [], 400, 'invalid_request'],
    [
      'RFC 9112, 3.2: names one host',
      'GET / HTTP/1.1',
      ['Host: localhost', 'Host: localhost'],
      400,
      'invalid_request',
    ],
    [
      'RFC 9112, 3.2: names one host in its header',
      'GET / HTTP/1.1',
      ['Host: localhost, localhost'],
      421,
      'misdirected_request',
    ],
    ['names a valid port', 'GET / HTTP/1.1', ['Host: localhost:99999'], 421, 'misdirected_request'],
    ['names the host also in HTTP/1.0', 'GET / HTTP/1.0', [], 421, 'misdirected_request'],
    [
      'RFC 9112, 3.2.2: uses the host of its target',
      'GET http://evil.example.org/api/system.version HTTP/1.1',
      ['Host: localhost'],
      421,
      'misdirected_request',
    ],
    [
      'RFC 9112, 3.2: has a path on this node as its target',
      'GET ftp://localhost/ HTTP/1.1',
      ['Host: localhost'],
      400,
      'invalid_request',
    ],
    [
      'RFC 9110, 9.3.6: is not for other hosts',
      'CONNECT localhost:80 HTTP/1.1',
      ['Host: localhost:80'],
      501,
      'not_implemented',
    ],
    [
      'RFC 9110, 10.1.1: has no unknown expectation',
      'GET /api/system.version HTTP/1.1',
      ['Host: localhost', 'Expect: 200-ok'],
      417,
      'expectation_failed',
    ],
    [
      'RFC 9112, 6.1: has no transfer coding except chunked',
      'POST /api/v1/storage HTTP/1.1',
      ['Host: localhost', 'Transfer-Encoding: gzip, chunked'],
      501,
      'not_implemented',
    ],
    [
      'RFC 9112, 6.1: has one length',
      'POST /api/v1/storage HTTP/1.1',
      ['Host: localhost', 'Transfer-Encoding: chunked', 'Content-Length: 3'],
      400,
      'invalid_request',
    ],
    [
      'RFC 9112, 6.3: has one consistent length',
      'POST /api/v1/storage HTTP/1.1',
      ['Host: localhost', 'Content-Length: 3', 'Content-Length: 4'],
      400,
      'invalid_request',
    ],
    [
      'RFC 9112, 5.2: folds no header',
      'GET / HTTP/1.1',
      ['Host: localhost', ' folded'],
      400,
      'invalid_request',
    ],
    [
      'RFC 9112, 5.1: has no space before a colon',
      'GET / HTTP/1.1',
      ['Host : localhost'],
      400,
      'invalid_request',
    ],
  ])('%s', async (_what, start, headers, status, code) => {
    const response = await send(start, ...headers);
    expect(response.status).toBe(status);
    expect(response.json()).toMatchObject({ status, code, instance: response.headers['x-request-id'] });
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('RFC 9112, 3.2.2: may have its host in its target', async () => {
    const response = await send('GET http://localhost/nothing.txt HTTP/1.1', 'Host: evil.example.org');
    expect(response.json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('links in responses', () => {
  const proxied = { http: { trusted_proxies: ['127.0.0.1'], host_names: ['alcove.home'] } };
  const named = { node: { type: 'public', public_host: 'https://node.example.org', port: 0 } } as const;

  it.each<[what: string, SettingsInput, headers: Record<string, string>, base: string | 421]>([
    ['use the requested host', {}, { Host: 'LOCALHOST:8080' }, 'http://localhost:8080'],
    ['use the public host if it is set', named, { Host: 'localhost:8080' }, 'https://node.example.org'],
    [
      'use the host given by a trusted proxy',
      proxied,
      { 'X-Forwarded-Host': 'alcove.home:8443', 'X-Forwarded-Proto': 'https' },
      'https://alcove.home:8443',
    ],
    [
      'use the host given by the first of several proxies',
      proxied,
      { 'X-Forwarded-Host': 'alcove.home, localhost:1', 'X-Forwarded-Proto': 'https, http' },
      'https://alcove.home',
    ],
    ['never use another host', proxied, { 'X-Forwarded-Host': 'evil.example.org' }, 421],
    ['ignore a list of hosts', proxied, { 'X-Forwarded-Host': 'localhost, evil.example.org' }, 421],
    [
      'ignore headers of a page that came under its own name and poses as a local proxy',
      proxied,
      { Host: 'evil.example.org', 'X-Forwarded-Host': 'localhost' },
      421,
    ],
    [
      'accept no scheme except http and https',
      proxied,
      { Host: 'localhost:8080', 'X-Forwarded-Proto': 'javascript' },
      'http://localhost:8080',
    ],
    [
      'accept headers of trusted proxies only',
      { http: { trusted_proxies: ['192.0.2.1'], host_names: ['alcove.home'] } },
      { Host: 'localhost:8080', 'X-Forwarded-Host': 'alcove.home', 'X-Forwarded-Proto': 'https' },
      'http://localhost:8080',
    ],
  ])('%s', async (_what, settings, headers, base) => {
    const { node, token, stop } = await startTestNode({ settings });
    const answer = await rawRequest(`${node.nodeUrl}/api/v1/storage`, {
      method: 'POST',
      body: 'x',
      headers: { Authorization: await token('storage:write'), ...headers },
    });
    await stop();
    if (base === 421) expect(answer.json()).toMatchObject({ status: 421, code: 'misdirected_request' });
    else expect(new URL(String(answer.json().content_url)).origin).toBe(base);
  });
});

describe('the dashboard API', () => {
  const local = (path: string, headers: Record<string, string> = {}) =>
    rawRequest(alcove.node.dashboardUrl + path, { headers });
  const key = () => ({ Authorization: `Bearer ${alcove.sessionToken}` });

  it('requires a session in the header', async () => {
    expect((await local('/local/overview')).json()).toMatchObject({ status: 401, code: 'unauthorized' });
    expect((await local('/local/overview', { Authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await local(`/local/overview?key=${alcove.sessionToken}`)).status).toBe(401);
    expect((await local('/local/events')).status).toBe(401);
    expect((await local('/local/overview', key())).status).toBe(200);
  });

  it('rejects API tokens, and the node API rejects dashboard sessions', async () => {
    const token = await alcove.token('storage:write', 'content:read', 'status:write', 'chain:send');
    expect((await local('/local/overview', { Authorization: `Bearer ${token}` })).status).toBe(401);
    const upload = await rawRequest(`${alcove.node.nodeUrl}/api/v1/storage`, {
      method: 'POST',
      body: 'x',
      headers: key(),
    });
    expect(upload.status).toBe(401);
  });

  it('rejects other hosts and origins, even with the key', async () => {
    expect((await local('/local/overview', { ...key(), Host: 'evil.example.org' })).status).toBe(421);
    expect(
      (await local('/local/overview', { ...key(), Origin: 'http://localhost:5173' })).json(),
    ).toMatchObject({ code: 'origin_not_allowed' });
    expect((await local('/local/overview', { ...key(), Origin: alcove.node.nodeUrl })).status).toBe(403);
    expect((await local('/local/overview', { ...key(), Origin: alcove.node.dashboardUrl })).status).toBe(200);
  });

  it('serves the viewer frame, which has no origin, its own files only', async () => {
    const dashboardDir = temporaryFolder();
    const withDashboard = await startTestNode({ dashboardDir });
    mkdirSync(join(dashboardDir, 'viewer'));
    writeFileSync(join(dashboardDir, 'viewer/viewer.js'), '');
    const statusOf = async (path: string) => {
      const headers = {
        Origin: 'null',
        'Sec-Fetch-Site': 'cross-site',
        Authorization: withDashboard.sessionToken,
      };
      return (await rawRequest(withDashboard.node.dashboardUrl + path, { headers })).status;
    };
    expect(await statusOf('/viewer/viewer.js')).toBe(200);
    for (const path of [
      '/',
      '/local/overview',
      '/viewer/../local/overview',
      '/viewer/%2e%2e/local/overview',
    ]) {
      expect([403, 404], path).toContain(await statusOf(path));
    }
    await withDashboard.stop();
    rmSync(dashboardDir, { recursive: true });
  });

  it('sends no CORS headers and forbids framing and scripting', async () => {
    const answer = await local('/local/overview', key());
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('ignores invalid conditions on the dashboard’s files', async () => {
    const dashboardDir = temporaryFolder();
    const withDashboard = await startTestNode({ dashboardDir });
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(withDashboard.node.dashboardUrl, { headers })).status;
    expect(await statusOf({})).toBe(404);
    writeFileSync(join(dashboardDir, 'index.html'), '<p>dashboard</p>');
    // A page of the dashboard, and the response to a bot at the wrong port.
    expect((await fetch(`${withDashboard.node.dashboardUrl}/api-docs`)).status).toBe(200);
    expect((await fetch(`${withDashboard.node.dashboardUrl}/api/v1/node`)).status).toBe(404);
    expect(await statusOf({ Range: 'bytes=999-' })).toBe(200);
    expect(await statusOf({ 'If-Match': '"other"' })).toBe(412);
    await withDashboard.stop();
    rmSync(dashboardDir, { recursive: true });
  });

  it('is not reachable on the node API’s port', async () => {
    for (const path of ['/local/overview', '/local/peers', '/local/events', '/']) {
      expect((await alcove.ask(path, { headers: key() })).status, path).toBe(404);
    }
  });
});
