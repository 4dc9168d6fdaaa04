import { readdirSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LocalPeer } from '../../src/contract/dashboard-api/peers.ts';
import { message } from '../../src/core/messages/message.ts';
import { messageText } from '../../src/core/messages/message-text.ts';
import type { Check } from '../../src/features/diagnostics/check.ts';
import { listenerChecks } from '../../src/features/diagnostics/listener-checks.ts';
import { networkChecks } from '../../src/features/diagnostics/network-checks.ts';
import { publicRoleCheck } from '../../src/features/diagnostics/public-role-check.ts';
import { settingChecks } from '../../src/features/diagnostics/setting-checks.ts';
import { type StorageCheckServices, storageChecks } from '../../src/features/diagnostics/storage-checks.ts';
import { probeDatabase } from '../../src/platform/sqlite/database-probe.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';
import { startAnsweringNode } from '../peers/support/answering-node.ts';
import { startTestPeers } from '../peers/support/test-peers.ts';
import { makeAuthority, makeCertificate } from '../platform/net/certificates.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const signal = new AbortController().signal;
async function find(checks: Check[], id: string) {
  const check = checks.find((one) => one.id === id);
  if (!check) throw new Error(`no check ${id}`);
  return check.run(signal);
}

async function listen(server: Server, address = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('the store', () => {
  const GiB = 1024 ** 3;
  function servicesOf(more: Partial<StorageCheckServices> = {}): StorageCheckServices {
    const folder = temporaryFolder();
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    return {
      probeDatabase: () => {},
      folder: () => folder,
      disk: async () => ({ free: 100 * GiB, total: 200 * GiB, floor: GiB }),
      usage: () => ({ used: GiB, quota: undefined }),
      lastCheck: () => ({ isOff: false, finishedAt: Date.now() - 3_600_000, damages: 0 }),
      clock: Date.now,
      ...more,
    };
  }

  it('passes, and the check leaves no files', async () => {
    const services = servicesOf();
    for (const check of storageChecks(services))
      expect(await check.run(signal)).toMatchObject({ result: 'ok' });
    expect(readdirSync(services.folder())).toEqual([]);
  });

  it('reports a database that cannot be written', async () => {
    const path = join(servicesOf().folder(), 'alcove.db');
    const db = openDatabase(path);
    closers.push(() => db.close());
    const checks = storageChecks(servicesOf({ probeDatabase: () => probeDatabase(db) }));
    expect(await find(checks, 'database')).toMatchObject({ result: 'ok' });
    db.pragma('query_only = ON');
    expect(await find(checks, 'database')).toMatchObject({
      result: 'failed',
      detail: { reason: 'diagnostics.databaseFailed', params: { code: 'SQLITE_READONLY' } },
      remedy: { reason: 'diagnostics.databaseFailedRemedy' },
    });
  });

  it('reports a missing folder', async () => {
    const services = servicesOf();
    rmSync(services.folder(), { recursive: true });
    expect(await find(storageChecks(services), 'storage_folder')).toMatchObject({
      result: 'failed',
      detail: { reason: 'diagnostics.folderFailed', params: { code: 'ENOENT' } },
    });
  });

  it.each([
    [{ free: 100 * GiB, floor: GiB }, undefined, 'ok', 99 * GiB, undefined],
    [{ free: 1.5 * GiB, floor: GiB }, undefined, 'warning', GiB / 2, 'diskRemedy'],
    [{ free: GiB / 2, floor: GiB }, undefined, 'failed', undefined, 'diskRemedy'],
    [{ free: 100 * GiB, floor: GiB }, 1.5 * GiB, 'warning', GiB / 2, 'quotaRemedy'],
    [{ free: 100 * GiB, floor: GiB }, GiB, 'failed', undefined, 'quotaRemedy'],
  ])('checks the free space: %j, quota %s', async (disk, quota, result, left, remedy) => {
    const services = servicesOf({
      disk: async () => ({ ...disk, total: 200 * GiB }),
      usage: () => ({ used: GiB, quota }),
    });
    const finding = await find(storageChecks(services), 'space');
    expect(finding.result).toBe(result);
    expect(finding.detail).toEqual(
      left === undefined ? message('diagnostics.spaceUsedUp') : message('diagnostics.spaceLeft', { left }),
    );
    expect(finding.remedy?.reason).toBe(remedy && `diagnostics.${remedy}`);
  });

  it.each([
    [{ isOff: false, finishedAt: undefined, damages: 0 }, 'skipped'],
    [{ isOff: true, finishedAt: undefined, damages: 0 }, 'warning'],
    [{ isOff: false, finishedAt: Date.now() - 100 * 86_400_000, damages: 0 }, 'warning'],
    [{ isOff: false, finishedAt: Date.now(), damages: 2 }, 'failed'],
  ])('evaluates the last scrub: %j', async (last, result) => {
    const checks = storageChecks(servicesOf({ lastCheck: () => last }));
    expect((await find(checks, 'store')).result).toBe(result);
  });
});

describe('the listeners', () => {
  const checksOf = (publicKey: string, nodeUrl: string, dashboardUrl = nodeUrl, dashboardPort = 0) =>
    listenerChecks({
      publicKey,
      nodeUrl: () => nodeUrl,
      dashboardUrl: () => dashboardUrl,
      configuredPorts: { node: 0, dashboard: dashboardPort },
    });

  it('checks whether this node answers', async () => {
    const node = await startAnsweringNode();
    const own = node.identity.id;
    expect(await find(checksOf(own, node.host), 'node_api')).toMatchObject({ result: 'ok' });
    expect(await find(checksOf(`${own}x`, node.host), 'node_api')).toMatchObject({
      result: 'failed',
      detail: message('diagnostics.otherNodeAnswers', { url: node.host }),
    });
    await node.stop();
    expect(await find(checksOf(own, node.host), 'node_api')).toMatchObject({ result: 'failed' });
  });

  const outsideAddress = Object.values(networkInterfaces())
    .flatMap((interfaces = []) => interfaces)
    .find(({ internal, family }) => !internal && family === 'IPv4');
  it.skipIf(!outsideAddress)('finds a dashboard that other computers can reach', async () => {
    const port = await listen(createHttpServer());
    const hidden = checksOf('', `http://127.0.0.1:${port}`);
    expect(await find(hidden, 'dashboard')).toMatchObject({ result: 'ok' });
    const open = await listen(createHttpServer(), '0.0.0.0');
    expect(await find(checksOf('', `http://127.0.0.1:${open}`), 'dashboard')).toMatchObject({
      result: 'failed',
      detail: { reason: 'diagnostics.dashboardOpen', params: { address: outsideAddress?.address } },
    });
  });

  it('names a port that differs from the settings', async () => {
    expect(await find(checksOf('', 'http://127.0.0.1:1', 'http://127.0.0.1:2', 2), 'ports')).toMatchObject({
      result: 'ok',
    });
    expect(await find(checksOf('', 'http://127.0.0.1:1', 'http://127.0.0.1:2', 8472), 'ports')).toMatchObject(
      {
        result: 'warning',
        detail: message('diagnostics.portDiffers', {
          setting: 'dashboard.port',
          configured: 8472,
          used: '2',
        }),
      },
    );
  });
});

describe('the public address', () => {
  const authority = makeAuthority('Test authority of the self-test');
  beforeAll(() => tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.cert]));
  afterAll(() => tls.setDefaultCACertificates(tls.getCACertificates('bundled')));

  const info = (key: string) => ({
    id: key,
    public_key: key,
    version: '1.0.0',
    node_type: 'public',
    metrics: {},
    capabilities: [],
  });
  const ownKey = 'FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF';
  const otherKey = '3ogUn1GNXoASaRbxPNeVJnVv5rG4EPBtmQmX61jVorUe';
  const answering =
    (key: string): RequestListener =>
    (_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(info(key)));
  const secure = async (handler: RequestListener, days: [number, number] = [-1, 90]) => {
    const server = createHttpsServer(makeCertificate('localhost', authority, days), handler);
    return `https://localhost:${await listen(server)}`;
  };
  const judge = (publicHost: string | undefined, trustedProxies: string[] = ['127.0.0.1']) =>
    publicRoleCheck({ publicKey: ownKey, publicHost, trustedProxies, clock: Date.now }).run(signal);

  it('is skipped on a private node', async () => {
    expect(await judge(undefined)).toMatchObject({ result: 'skipped' });
  });

  it('passes with this node’s key and a long-lived certificate, with the days left', async () => {
    expect(await judge(await secure(answering(ownKey)))).toMatchObject({
      result: 'ok',
      detail: {
        reason: 'diagnostics.publicAnswers',
        params: { count: expect.toSatisfy((days) => days === 89 || days === 90) },
      },
    });
  });

  const cases: [string, () => Promise<string>, string, RegExp][] = [
    ['a certificate that expires soon', () => secure(answering(ownKey), [-1, 5]), 'warning', /in [45] days/],
    ['an expired certificate', () => secure(answering(ownKey), [-9, -1]), 'failed', /has expired/],
    ['another node', () => secure(answering(otherKey)), 'failed', /Another node/],
    ['another server', () => secure((_q, r) => void r.end('hello')), 'failed', /isn’t this node/],
    [
      'a redirect',
      () => secure((_q, r) => void r.writeHead(301, { location: 'https://example.org' }).end()),
      'failed',
      /redirects to another/,
    ],
    ['an unreachable address', async () => 'http://127.0.0.1:9', 'failed', /can’t be reached from here/],
  ];
  it.each(cases)('finds %s', async (_what, make, result, detail) => {
    const finding = await judge(await make());
    expect(finding).toMatchObject({ result, remedy: { reason: expect.stringMatching(/Remedy$/) } });
    expect(messageText(finding.detail)).toMatch(detail);
  });

  it('reports an untrusted proxy', async () => {
    expect(await judge(await secure(answering(ownKey)), [])).toMatchObject({
      result: 'warning',
      detail: { reason: 'diagnostics.proxyUntrusted' },
      remedy: { reason: 'diagnostics.proxyUntrustedRemedy' },
    });
  });
});

describe('the network', () => {
  it('reports which peers answer, and how much the clock differs', async () => {
    const own = startTestPeers();
    const [good, bad] = await Promise.all([
      startAnsweringNode({ now: () => own.time.now }),
      startAnsweringNode({ now: () => own.time.now }),
    ]);
    closers.push(own.stop, good.stop);
    await own.peers.add(good.host);
    await own.peers.add(bad.host);
    expect(await find(networkChecks(own.peers), 'peers')).toMatchObject({
      result: 'ok',
      detail: message('diagnostics.peersAnswered', { answered: 2, asked: 2 }),
    });
    expect(await find(networkChecks(own.peers), 'clock')).toMatchObject({ result: 'ok' });
    await bad.stop();
    const { result, detail } = await find(networkChecks(own.peers), 'peers');
    expect(result).toBe('warning');
    expect(messageText(detail)).toMatch(/^1 of 2 answered\. http:.*no node answers/);
    good.now = () => own.time.now + 60_000;
    expect(await find(networkChecks(own.peers), 'clock')).toMatchObject({
      result: 'warning',
      detail: {
        reason: 'diagnostics.clockBehind',
        params: { difference: expect.toSatisfy((ms) => ms > 50_000) },
      },
    });
  });

  it('is skipped without another node', async () => {
    const own = startTestPeers();
    closers.push(own.stop);
    for (const id of ['peers', 'clock', 'names']) {
      expect(await find(networkChecks(own.peers), id)).toMatchObject({ result: 'skipped' });
    }
  });

  it('reports which side to update when versions are incompatible', async () => {
    const own = startTestPeers();
    const newer = await startAnsweringNode({ now: () => own.time.now });
    closers.push(own.stop, newer.stop);
    newer.version = '2.0.0';
    await own.peers.add(newer.host);
    expect(await find(networkChecks(own.peers), 'version')).toMatchObject({
      result: 'warning',
      remedy: { reason: 'peers.updateThisNode' },
    });
  });

  it('detects that no name can be resolved', async () => {
    const peer = { host: 'https://nowhere.invalid' } as LocalPeer;
    const checks = networkChecks({
      list: () => [peer],
      retry: async () => peer,
      clockOffset: () => undefined,
    });
    expect(await find(checks, 'names')).toMatchObject({ result: 'failed' });
  });
});

describe('the node itself', () => {
  it.each([
    [true, true, 'ok'],
    [false, true, 'warning'],
    [false, false, 'skipped'],
  ])('reports practice running %s, wanted %s: %s', async (running, wanted, result) => {
    const checks = settingChecks({ notices: () => [], practice: { running }, wantsPractice: () => wanted });
    expect((await find(checks, 'practice')).result).toBe(result);
  });

  it('reports an unprotected key', async () => {
    const notices = [
      { code: 'key_unprotected', severity: 'warning', message: message('startup.secretUnprotected') },
    ] as const;
    const checks = settingChecks({
      notices: () => [...notices],
      practice: { running: false },
      wantsPractice: () => false,
    });
    expect(await find(checks, 'key')).toMatchObject({
      result: 'warning',
      detail: message('startup.secretUnprotected'),
    });
  });
});
