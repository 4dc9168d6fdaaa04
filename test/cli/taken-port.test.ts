import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOverview } from '../../src/contract/endpoints/local.ts';
import { runAlcove, type ServingNode, serveNode } from '../run-alcove.ts';
import { temporaryFolder } from '../start-test-node.ts';
import { openDashboard } from '../support/open-dashboard.ts';

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

it('lets a public node, whose address others know, end with a word instead of listening elsewhere', async () => {
  const { code, stderr } = await runAlcove(
    ...['serve', '--data-dir', folders[1], '--public', '--public-host', 'https://node.example.org'],
    ...['--node-port', port, '--dashboard-port', '0'],
  );
  expect(code).toBe(1);
  expect(stderr).toContain('node.port');
  expect(stderr).toContain('EADDRINUSE');
});

it('lets a public node end with a word where the address to listen on is gone', async () => {
  const { code, stderr } = await runAlcove(
    ...['serve', '--data-dir', folders[1], '--public', '--public-host', 'https://node.example.org'],
    ...['--set', 'node.listen=192.0.2.1', '--node-port', '0', '--dashboard-port', '0'],
  );
  expect(code).toBe(1);
  expect(stderr).toContain('node.listen');
  expect(stderr).toContain('cannot listen');
});

it('lets a private node take another port', async () => {
  const second = await serveNode(folders[1], '--node-port', port);
  expect(new URL(second.ready.node_url).port).not.toBe(port);
  expect(await second.end()).toBe(0);
});

it('lets a private node start where the address to listen on is gone: within this computer, and says so', async () => {
  const gone = '192.0.2.1';
  const moved = await serveNode(folders[1], '--set', `node.listen=${gone}`);
  expect(new URL(moved.ready.node_url).hostname).toBe('127.0.0.1');
  const { local } = await openDashboard(folders[1]);
  const { notices } = await local.call(getOverview, {});
  expect(notices).toMatchObject([{ code: 'address_missing', message: expect.stringContaining(gone) }]);
  expect(await moved.end()).toBe(0);
});
