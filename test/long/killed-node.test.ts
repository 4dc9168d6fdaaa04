import { rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { usageHistory } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { openDashboard } from '../support/node/open-dashboard.ts';
import { type ServingNode, serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

const dataDir = temporaryFolder();
let serving: ServingNode | undefined;
afterEach(async () => {
  await serving?.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function local(path: string, init?: RequestInit): Promise<unknown> {
  const { url, token } = await openDashboard(dataDir);
  return (await fetch(url + path, { ...init, headers: { Authorization: `Bearer ${token}` } })).json();
}

const store = (bytes: number) =>
  local('/local/content', { method: 'POST', body: new Uint8Array(randomBytes(bytes)) });

async function week() {
  const { points } = usageHistory.parse(await local('/local/history?range=week'));
  const received = points.reduce((sum, { traffic }) => sum + (traffic?.local_received ?? 0), 0);
  return { received, stored: points.at(-1)?.storage };
}

it('keeps traffic after a stop and after a kill', { retry: 0 }, async () => {
  serving = await serveNode(dataDir);
  await store(100_000);
  expect(await serving.end()).toBe(0);
  serving = await serveNode(dataDir);
  await store(5000);
  await serving.end('SIGKILL');
  serving = await serveNode(dataDir);
  expect(await week()).toEqual({ received: 100_000, stored: { contents: 2, bytes: 105_000 } });
});
