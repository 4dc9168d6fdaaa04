import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import type { Overview } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import type { RestorePreview } from '../../src/contract/dashboard-api/administration/recovery.ts';
import { settingsState, settingValues } from '../../src/contract/dashboard-api/administration/settings.ts';
import { openDashboard } from '../support/node/open-dashboard.ts';
import { type ServingNode, serveNode } from '../support/node/run-alcove.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomKey } from '../support/random-bytes.ts';
import { lightRecovery, recoveryOf } from '../support/recovery-files.ts';

const passphrase = 'nine ravens over the bridge';
const dataDir = temporaryFolder();
let serving: ServingNode | undefined;
let node: TestNode | undefined;
afterEach(async () => {
  await node?.stop();
  await serving?.end();
  rmSync(dataDir, { recursive: true, force: true });
});

it('restarts an unused served node as the one of a recovery file, and keeps its dashboard open', async () => {
  serving = await serveNode(dataDir);
  const secret = randomKey();
  const { token } = await openDashboard(dataDir);
  const headers = { Authorization: `Bearer ${token}` };
  const call = async (path: string, body?: object, base = serving?.ready.dashboard_url) => {
    const sent = body && { method: 'POST', ...json(body) };
    return fetch(base + path, { ...sent, headers: { ...sent?.headers, ...headers } });
  };
  const overview = async (base?: string) =>
    (await (await call('/local/overview', undefined, base)).json()) as Overview;
  const { public_key: fresh } = serving.ready;
  expect(await overview()).toMatchObject({
    ...{ may_restore: true, notices: [] },
    first_run: { store: 'open', meet: 'open', keep: 'open' },
  });

  const document = recoveryOf(secret);
  document.settings.file = { network: { paused: true }, later: { unknown: 1 } };
  document.settings.dashboard = { node: { listen: '192.0.2.7' } };
  const requestOf = async (held: unknown) => ({
    file: (await lightRecovery(held, passphrase)).toString('base64'),
    passphrase,
  });
  const request = await requestOf(document);
  const wrong = await call('/local/recovery/restore', { ...request, passphrase: 'another passphrase' });
  expect(await wrong.json()).toMatchObject({ status: 400, detail: expect.stringContaining('doesn’t open') });
  // Its host was set by the environment of the lost machine.
  const publicNode = { ...document, settings: { file: { node: { type: 'public' } }, dashboard: {} } };
  const unusable = await call('/local/recovery/restore', await requestOf(publicNode));
  expect(await unusable.json()).toMatchObject({
    status: 400,
    detail: expect.stringContaining('public_host'),
  });
  expect(await overview()).toMatchObject({ may_restore: true, node: { public_key: fresh } });
  const preview = (await (await call('/local/recovery/restore/preview', request)).json()) as RestorePreview;
  expect(preview).toMatchObject({
    public_key: document.node.public_key,
    problems: [],
    settings_left_out: ['node.listen', 'later.unknown'],
  });

  const lines = createInterface(serving.process.stdout as NodeJS.ReadableStream);
  const [begun, second] = await Promise.all([
    call('/local/recovery/restore', request),
    call('/local/recovery/restore', request),
  ]);
  const [ready] = (await once(lines, 'line')) as [string];
  expect([begun.status, second.status].sort()).toEqual([200, 412]);
  const { public_key: publicKey, dashboard_url: url } = JSON.parse(ready) as ServingNode['ready'];
  expect(publicKey).toBe(document.node.public_key);
  const { notices, node: shown, first_run: steps } = await overview(url);
  expect(shown.public_key).toBe(publicKey);
  expect(Object.values(steps)).not.toContain('open');
  const aside = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
  expect(aside).toHaveLength(1);
  expect(notices).toMatchObject([
    {
      code: 'node_restored',
      message: { reason: 'startup.restoredOver', params: { folder: join(dataDir, `${aside}`) } },
    },
  ]);
  expect(
    settingValues(settingsState.parse(await (await call('/local/settings', undefined, url)).json())),
  ).toMatchObject({
    network: { paused: true },
  });
  const kept = readFileSync(join(dataDir, `${aside}`, 'secrets/node-secret'), 'utf8');
  expect(Buffer.from(kept, 'base64')).not.toEqual(secret);
  expect(serving.log()).not.toContain(passphrase);
});

it('does not restore over a node in use, or one that cannot restart itself', async () => {
  node = await startTestNode();
  const mayRestore = async () =>
    ((await (await node?.askLocal('/local/overview'))?.json()) as Overview).may_restore;
  expect(await mayRestore()).toBe(false);
  await node.stop();
  node = await startTestNode({ restart: () => {} });
  expect(await mayRestore()).toBe(true);
  await node.client(await node.token('storage:write', 'content:read')).storage.upload(Buffer.from('Mine.'));
  expect(await mayRestore()).toBe(false);
  const file = (await lightRecovery(recoveryOf(), passphrase)).toString('base64');
  const response = await node.askLocal('/local/recovery/restore', {
    method: 'POST',
    ...json({ file, passphrase }),
  });
  expect(response.status).toBe(412);
  expect(readdirSync(node.dataDir).filter((name) => name.startsWith('restore'))).toEqual([]);
});
