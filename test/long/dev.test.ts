import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const gitStatus = () => execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });

let dataDir: string;
let dev: ChildProcess;
let output: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'alcove-dev-'));
  output = '';
});
afterEach(async () => {
  if (dev.exitCode === null && dev.signalCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  rmSync(dataDir, { recursive: true });
});

function startDev(): void {
  dev = spawn(process.execPath, [join(root, 'scripts/dev.mjs'), '--headless', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (text) => (output += text));
}

const printedAddress = () => /dashboard: (http:\S+)\/#code=(\S+)/.exec(output);

it('serves the dashboard from its sources with a node behind it, and stops both', async () => {
  const before = gitStatus();
  startDev();
  await expect.poll(printedAddress).not.toBeNull();
  const [, origin = '', code = ''] = printedAddress() ?? [];
  const page = await (await fetch(origin)).text();
  expect(page).toContain('/@vite/client');
  const script = await fetch(`${origin}/main.tsx`);
  expect(script.headers.get('Content-Type')).toMatch('javascript');
  expect(await script.text()).toContain('createRoot');

  expect((await fetch(`${origin}/local/overview`)).status).toBe(401);
  const session = (from: string) =>
    fetch(`${origin}/local/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: from },
      body: JSON.stringify({ code }),
    });
  expect((await session('http://elsewhere.example')).status).toBe(403);
  const opened = await session(origin);
  expect(opened.status).toBe(201);
  const { token } = (await opened.json()) as { token: string };
  const overview = await fetch(`${origin}/local/overview`, { headers: { Authorization: `Bearer ${token}` } });
  expect(overview.status).toBe(200);
  expect(readdirSync(dataDir)).not.toEqual([]);

  dev.kill('SIGINT');
  const [exitCode] = await once(dev, 'exit');
  expect(exitCode).toBe(0);
  expect(output).toContain('the node has stopped');
  await expect(fetch(origin)).rejects.toThrow();
  expect(gitStatus()).toBe(before);
});
