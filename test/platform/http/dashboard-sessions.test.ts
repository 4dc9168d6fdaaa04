import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { AlcoveError, openSession, provesSession } from '@alcove/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DashboardListener } from '../../../src/platform/http/listeners/dashboard-listener.ts';
import { DashboardSessions } from '../../../src/platform/http/listeners/dashboard-sessions.ts';
import { rawRequest } from '../../support/http/raw-request.ts';
import { codeOf } from '../../support/node/open-dashboard.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../../support/node/start-test-node.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe('dashboard sessions', () => {
  let now: number;
  let sessions: DashboardSessions;
  beforeEach(() => {
    now = 1_000_000;
    sessions = new DashboardSessions(() => now);
  });
  const codeOfFailure = (code: string) => {
    try {
      sessions.exchange(code);
    } catch (error) {
      return (error as { code: string }).code;
    }
    return undefined;
  };

  it('open with a code once', () => {
    const code = sessions.createCode();
    expect(sessions.isLive(code)).toBe(false);
    expect(sessions.isLive(sessions.exchange(code))).toBe(true);
    expect(() => sessions.exchange(code)).toThrow('was used before or has expired');
  });

  it('reject a code older than ten minutes', () => {
    const code = sessions.createCode();
    const other = sessions.createCode();
    now += 10 * 60_000 - 1;
    expect(sessions.isLive(sessions.exchange(other))).toBe(true);
    now += 1;
    expect(codeOfFailure(code)).toBe('unauthorized');
  });

  it('reject guessed codes without blocking a valid one', () => {
    const code = sessions.createCode();
    const answers = Array.from({ length: 30 }, (_, n) => codeOfFailure(`guess-number-${n}`));
    expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(10);
    expect(sessions.isLive(sessions.exchange(code))).toBe(true);
    now += 60_000;
    expect(codeOfFailure('another guess')).toBe('unauthorized');
  });

  it('are limited in number: the least recently used ends first', () => {
    const [first = '', second = ''] = [sessions.createSession(), sessions.createSession()];
    for (let made = 2; made < 256; made += 1) sessions.createSession();
    expect(sessions.isLive(first)).toBe(true);
    sessions.createSession();
    expect([sessions.isLive(first), sessions.isLive(second)]).toEqual([true, false]);
  });
});

describe('a dashboard session over the dashboard API', () => {
  let node: TestNode;
  const dataDir = temporaryFolder();
  beforeEach(async () => {
    node = await startTestNode({ dataDir });
  });
  afterEach(async () => {
    await node.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const statusOf = async (token: string, of = node) =>
    (
      await rawRequest(`${of.node.dashboardUrl}/local/overview`, {
        headers: { Authorization: `Bearer ${token}` },
      })
    ).status;

  it('opens with the code of a printed address, once, from the dashboard’s origin only', async () => {
    const url = node.node.dashboardUrl;
    const code = codeOf(node.node.newDashboardAddress());
    const post = (headers: Record<string, string>, path = '/local/session') =>
      rawRequest(url + path, {
        method: 'POST',
        body: JSON.stringify({ code }),
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    expect((await post({ Origin: 'http://localhost:5173' })).status).toBe(403);
    expect((await post({ Host: 'evil.example.org' })).status).toBe(421);
    expect((await rawRequest(`${url}/local/session?code=${code}`)).status).toBe(401);
    for (const path of ['/LOCAL/session', '/local/session/overview']) {
      expect([401, 404], path).toContain((await post({}, path)).status);
    }
    expect(await statusOf(code)).toBe(401);
    const { status, json } = await post({ Origin: url });
    expect(status).toBe(201);
    expect(await statusOf(String(json().token))).toBe(200);
    expect((await post({ Origin: url })).json()).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('ends with the run, as do its codes', async () => {
    const code = codeOf(node.node.newDashboardAddress());
    const token = await openSession(node.node.dashboardUrl, codeOf(node.node.newDashboardAddress()));
    expect(await statusOf(token)).toBe(200);
    await node.stop();
    node = await startTestNode({ dataDir });
    expect(await statusOf(token)).toBe(401);
    await expect(openSession(node.node.dashboardUrl, code)).rejects.toMatchObject({ status: 401 });
    expect(await provesSession(node.node.dashboardUrl, token)).toBe(false);
  });

  it('is verified by the node that opened it, without sending the token there', async () => {
    const token = node.sessionToken;
    expect(await provesSession(node.node.dashboardUrl, token)).toBe(true);
    let received = '';
    const impostor = await listening((request, response) => {
      received += JSON.stringify([request.url, request.headers]);
      request.on('data', (part) => {
        received += part;
      });
      request.on('end', () => response.end(JSON.stringify({ proof: 'A'.repeat(43) })));
    });
    const { port } = impostor.address() as AddressInfo;
    expect(await provesSession(`http://127.0.0.1:${port}`, token)).toBe(false);
    impostor.close();
    expect(received).toContain('/local/session/proof');
    expect(received).not.toContain(token);
    // Not even with everything that it received.
    for (const word of received.match(/[\w-]{43}/g) ?? []) expect(await statusOf(word)).toBe(401);
    await expect(provesSession(`http://127.0.0.1:${port}`, token)).rejects.toThrow(AlcoveError);
  });

  it('rejects the key that an earlier version kept in the data folder, and removes that key', async () => {
    await node.stop();
    const secrets = join(dataDir, 'secrets');
    mkdirSync(secrets, { recursive: true });
    const former = Buffer.alloc(32, 7);
    writeFileSync(join(secrets, 'local-key'), `${former.toString('base64')}\n`);
    writeFileSync(join(secrets, 'local-key.sealed'), '{}');
    node = await startTestNode({ dataDir });
    expect(existsSync(join(secrets, 'local-key'))).toBe(false);
    expect(existsSync(join(secrets, 'local-key.sealed'))).toBe(false);
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      expect(await statusOf(former.toString(encoding))).toBe(401);
    }
  });

  it('uses a host name that is new in each run and known to the node API', async () => {
    const origin = new URL(node.node.newDashboardAddress()).origin;
    const { host } = new URL(origin);
    const headers = { Host: host, Origin: origin, Authorization: `Bearer ${node.sessionToken}` };
    expect((await rawRequest(`${node.node.dashboardUrl}/local/overview`, { headers })).status).toBe(200);
    const from = (page: string) => ({ 'Sec-Fetch-Site': 'cross-site', Referer: `${page}/` });
    const asked = (page: string) =>
      rawRequest(`${node.node.nodeUrl}/api/system.version`, { headers: from(page) });
    expect((await asked(origin)).status).toBe(200);
    await node.stop();
    node = await startTestNode({ dataDir });
    expect(new URL(node.node.newDashboardAddress()).hostname).not.toBe(new URL(origin).hostname);
    expect((await asked(origin)).status).toBe(403);
  });
});

describe('the dashboard port', () => {
  const answering = (text: string) => (_request: unknown, response: { end(text: string): void }) =>
    response.end(text);
  const ask = async (url: string) => (await fetch(url, { headers: { Connection: 'close' } })).text();

  it('and its sessions are passed from one node of a process to the next', async () => {
    const dashboard = new DashboardListener(Date.now);
    await dashboard.start(0, answering('first'), { orFreePort: false });
    const { port, url, browserOrigin } = dashboard;
    const token = dashboard.sessions.createSession();
    expect(await ask(url)).toBe('first');
    await dashboard.pause();
    expect((await fetch(url)).status).toBe(503);
    await expect(listening(answering('impostor'), port)).rejects.toThrow('EADDRINUSE');
    await dashboard.start(0, answering('second'), { orFreePort: false });
    expect(await ask(url)).toBe('second');
    expect([dashboard.port, dashboard.browserOrigin]).toEqual([port, browserOrigin]);
    expect(dashboard.sessions.isLive(token)).toBe(true);
    await dashboard.stop();
    expect(dashboard.sessions.isLive(token)).toBe(false);
  });

  it.skipIf(!hasIpv6)('is the same on both loopback addresses, and in use if either is', async () => {
    const dashboard = new DashboardListener(Date.now);
    await dashboard.start(0, answering('alcove'), { orFreePort: false });
    const { port } = dashboard;
    expect(await ask(`http://[::1]:${port}`)).toBe('alcove');
    await dashboard.stop();
    const other = await listening(answering('impostor'), port, '::1');
    expect(await dashboard.start(port, answering('alcove'), { orFreePort: true })).toEqual({
      missed: 'port',
    });
    expect(dashboard.port).not.toBe(port);
    await dashboard.stop();
    await expect(dashboard.start(port, answering('alcove'), { orFreePort: false })).rejects.toThrow(
      'EADDRINUSE',
    );
    // Nothing listens at the address that was free.
    await expect(connected(port)).rejects.toThrow('ECONNREFUSED');
    other.close();
  });
});

function listening(
  handle: Parameters<typeof createServer>[1],
  port = 0,
  host = '127.0.0.1',
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(handle as never);
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

function connected(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
