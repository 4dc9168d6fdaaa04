import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packHeadless } from '../../scripts/lib/package/headless-package.mjs';
import { temporaryFolder } from '../support/node/start-test-node.ts';

const runFile = promisify(execFile);
const root = temporaryFolder();
const installed = join(root, 'server');
const alcove = join(installed, 'node_modules/.bin/alcove');
const modules = join(installed, 'node_modules');
// Like on a server: the shebang line uses the Node.js of the search path.
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };

beforeAll(async () => {
  const file = await packHeadless(root);
  mkdirSync(installed);
  writeFileSync(join(installed, 'package.json'), '{"private":true}');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await runFile('npm', ['install', ...quiet, file], { cwd: installed, env });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('installs few packages, and none of Electron', () => {
  expect(
    readdirSync(modules)
      .filter((name) => !name.startsWith('.'))
      .sort(),
  ).toEqual(['alcove', 'better-sqlite3', 'node-addon-api']);
  const files = readdirSync(join(modules, 'alcove'), { recursive: true, encoding: 'utf8' });
  expect(files).toContain('dist/renderer/index.html');
  expect(files).toContain('docs/operations/alcove.service');
  expect(files.filter((file) => /electron|preload|^dist\/node\/main/.test(file))).toEqual([]);
  for (const file of files.filter((name) => name.endsWith('.js') && name.startsWith('dist/node'))) {
    const imported = /(?:from|import|require)\s*\(?\s*["']electron(?:-store)?["']/;
    expect(readFileSync(join(modules, 'alcove', file), 'utf8'), file).not.toMatch(imported);
  }
});

it('runs a node with its dashboard, stores and returns files, and ends on request', async () => {
  const dataDir = join(root, 'data');
  const ports = ['--node-port', '0', '--dashboard-port', '0', '--set', 'storage.free_space_floor_bytes=0'];
  const child = spawn(alcove, ['serve', '--json', '--data-dir', dataDir, ...ports], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { node_url: nodeUrl, dashboard_url: dashboardUrl } = JSON.parse(line);
  const page = await fetch(dashboardUrl);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Alcove')]);
  const { stdout: token } = await runFile(alcove, ['token', 'create', '--data-dir', dataDir], { env });
  const body = 'kept without a desktop';
  const stored = await fetch(`${nodeUrl}/api/v1/storage`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${token.trim()}` },
  });
  const { content_url: url } = (await stored.json()) as { content_url: string };
  expect(await (await fetch(url)).text()).toBe(body);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(existsSync(join(dataDir, 'alcove.pid'))).toBe(false);
});

it('serves the embedded chain to other programs, with test money', async () => {
  const folder = ['--data-dir', join(root, 'chain')];
  const serving = spawn(alcove, ['chain', 'serve', '--port', '0', '--json', ...folder], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(serving, 'exit');
  const [line] = await once(createInterface(serving.stdout), 'line');
  const address = `0:${'1'.repeat(64)}`;
  await runFile(alcove, ['chain', 'faucet', address, '5', ...folder], { env });
  const response = await fetch(JSON.parse(line).url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: 1, method: 'getAddressInformation', params: { address } }),
  });
  expect(await response.json()).toMatchObject({ ok: true, result: { balance: '5000000000' } });
  serving.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
