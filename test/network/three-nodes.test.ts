import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalPeer } from '../../src/contract/dashboard-api/peers.ts';
import { freePort } from '../support/node/free-port.ts';
import { openDashboard } from '../support/node/open-dashboard.ts';
import { type ServingNode, serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

const folders = { first: temporaryFolder(), second: temporaryFolder(), private: temporaryFolder() };
const running: ServingNode[] = [];

async function servePublic(dataDir: string, ...args: string[]): Promise<ServingNode & { host: string }> {
  const port = await freePort();
  const host = `http://127.0.0.1:${port}`;
  const node = await serveNode(
    dataDir,
    '--public',
    '--public-host',
    host,
    '--node-port',
    String(port),
    '--allow-private-hosts',
    ...args,
  );
  running.push(node);
  return { ...node, host };
}

async function localPeers(dataDir: string): Promise<LocalPeer[]> {
  const { url, token } = await openDashboard(dataDir);
  const response = await fetch(`${url}/local/peers`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await response.json()) as { peers: LocalPeer[] }).peers;
}

async function eventually<T>(ask: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const value = await ask();
    if (isRight(value) || attempt > 100) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const knownHosts = async (nodeUrl: string) =>
  (
    (await (await fetch(`${nodeUrl}/api/v1/network.nodes`)).json()) as { nodes: { public_host: string }[] }
  ).nodes
    .map((node) => node.public_host)
    .sort();

let first: ServingNode & { host: string };
let second: ServingNode & { host: string };
let secret: ServingNode;

beforeAll(async () => {
  second = await servePublic(folders.second);
  first = await servePublic(folders.first, '--bootstrap', second.host);
  secret = await serveNode(folders.private, '--bootstrap', first.host, '--allow-private-hosts');
  running.push(secret);
});
afterAll(async () => {
  for (const node of running) await node.end();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
});

describe('a private and two public nodes', () => {
  it('make the public ones known to each other', async () => {
    expect(
      await eventually(
        () => knownHosts(first.host),
        (hosts) => hosts.length === 1,
      ),
    ).toEqual([second.host]);
    expect(
      await eventually(
        () => knownHosts(second.host),
        (hosts) => hosts.length === 1,
      ),
    ).toEqual([first.host]);
  });

  it('make the second known to the private one through the first', async () => {
    const peers = await eventually(
      () => localPeers(folders.private),
      (known) => known.filter(({ state }) => state === 'compatible').length === 2,
    );
    expect(
      peers
        .map(({ host, state, source, public_key }) => ({ host, state, source, public_key }))
        .sort((a, b) => (a.source < b.source ? 1 : -1)),
    ).toEqual([
      { host: first.host, state: 'compatible', source: 'named', public_key: first.ready.public_key },
      { host: second.host, state: 'compatible', source: 'learned', public_key: second.ready.public_key },
    ]);
    expect(peers.every(({ latency_ms, last_contact }) => latency_ms !== null && last_contact !== null)).toBe(
      true,
    );
  });

  it('store nothing about the private one on the public ones', async () => {
    const traces = [secret.ready.public_key, new URL(secret.ready.node_url).port];
    for (const [node, folder] of [
      [first, folders.first],
      [second, folders.second],
    ] as const) {
      const answers = await Promise.all(
        ['/api/v1/network.nodes', '/api/v1/network.info', '/api/v1/node'].map(async (path) =>
          (await fetch(node.host + path)).text(),
        ),
      );
      expect(answers.join('\n')).not.toContain(secret.ready.public_key);
      expect(await localPeers(folder)).toHaveLength(1);
      expect(node.log()).not.toContain(secret.ready.public_key);
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(db|db-wal|json)$/.test(name),
      )) {
        expect(readFileSync(join(folder, file)).includes(traces[0] as string), file).toBe(false);
      }
    }
  });

  it('continue without a public node that has ended, with the reason', async () => {
    await second.end('SIGKILL');
    const { url, token } = await openDashboard(folders.private);
    const response = await fetch(`${url}/local/peers/retry`, {
      method: 'POST',
      body: JSON.stringify({ host: second.host }),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    expect(await response.json()).toMatchObject({
      state: 'unreachable',
      failure: { code: 'refused', message: { reason: 'peers.refused' } },
    });
    expect((await fetch(`${secret.ready.node_url}/api/v1/network.info`)).status).toBe(200);
  });
});
