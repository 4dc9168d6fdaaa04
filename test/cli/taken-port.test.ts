import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOverview } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { settings } from '../../src/contract/settings.ts';
import { openAddress, openDashboard } from '../support/node/open-dashboard.ts';
import { alcoveCli, runAlcove, type ServingNode, serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';

const folders = [temporaryFolder(), temporaryFolder()] as const;
let first: ServingNode;
let port: string;

beforeAll(async () => {
  first = await serveNode(folders[0]);
  port = new URL(first.ready.node_url).port;
});
afterAll(async () => {
  await first.end();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it('ends a public node, which has a known address, instead of using another port', async () => {
  const { code, stderr } = await runAlcove(
    ...['serve', '--data-dir', folders[1], '--public', '--public-host', 'https://node.example.org'],
    ...['--node-port', port, '--dashboard-port', '0'],
  );
  expect(code).toBe(1);
  expect(stderr).toContain('node.port');
  expect(stderr).toContain('EADDRINUSE');
});

it('ends a public node with a message when its listen address is gone', async () => {
  const { code, stderr } = await runAlcove(
    ...['serve', '--data-dir', folders[1], '--public', '--public-host', 'https://node.example.org'],
    ...['--set', 'node.listen=192.0.2.1', '--node-port', '0', '--dashboard-port', '0'],
  );
  expect(code).toBe(1);
  expect(stderr).toContain('node.listen');
  expect(stderr).toContain('can’t listen');
});

longIt('starts a private node on another port', async () => {
  const second = await serveNode(folders[1], '--node-port', port);
  expect(new URL(second.ready.node_url).port).not.toBe(port);
  expect(await second.end()).toBe(0);
});

it('starts a private node on loopback when its configured address is gone, and reports it', async () => {
  const gone = '192.0.2.1';
  const moved = await serveNode(folders[1], '--set', `node.listen=${gone}`);
  expect(new URL(moved.ready.node_url).hostname).toBe('127.0.0.1');
  const { local } = await openDashboard(folders[1]);
  const { notices } = await local.call(getOverview, {});
  expect(notices).toMatchObject([
    { code: 'address_missing', message: { reason: 'startup.addressMissing', params: { address: gone } } },
  ]);
  expect(await moved.end()).toBe(0);
});

/** A program on a local port, unless one is there already. */
async function occupy(localPort: number): Promise<() => void> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve());
    server.listen(localPort, '127.0.0.1', resolve);
  });
  return () => server.close();
}

it('does not start on another port than the dashboard’s configured one', async () => {
  const given: string[][] = [
    ['--dashboard-port', port],
    ['--set', `dashboard.port=${port}`],
  ];
  for (const args of given) {
    const { code, stdout, stderr } = await runAlcove(
      ...['serve', '--data-dir', folders[1], '--node-port', '0', ...args],
    );
    expect(code).toBe(1);
    expect(stderr).toContain('dashboard.port');
    expect(stderr).toContain('EADDRINUSE');
    expect(stdout).toBe('');
  }
});

longIt('reports on the terminal and in the dashboard that the default dashboard port is in use', async () => {
  const usual = settings.parse({}).dashboard.port;
  const release = await occupy(usual);
  const child = spawn(process.execPath, [alcoveCli, 'serve', '--data-dir', folders[1], '--node-port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8'));
  let said = '';
  stderr?.on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'exit');
  try {
    let output = '';
    for await (const part of stdout ?? []) {
      output += part;
      if (output.includes('Ctrl+C')) break;
    }
    const address = /http:\S+#code=\S+/.exec(output)?.[0] ?? '';
    expect(new URL(address).port).not.toBe(String(usual));
    await expect.poll(() => said).toContain(`WARNING: Another program uses port ${usual}`);
    expect(said).toMatch(new RegExp(`"level":40.*Another program uses port ${usual}`));
    const { local } = await openAddress(address);
    const { notices } = await local.call(getOverview, {});
    expect(notices).toMatchObject([{ code: 'dashboard_port_taken', severity: 'warning' }]);
  } finally {
    child.kill('SIGTERM');
    await ended;
    release();
  }
});
