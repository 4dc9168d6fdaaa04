import { afterAll, beforeAll, expect, it } from 'vitest';
import { selfTest } from '../../src/contract/dashboard-api/administration/diagnostics.ts';
import { messageText } from '../../src/core/messages/message-text.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
});
afterAll(() => node.stop());

it('the self-test passes on a new node', async () => {
  const response = await node.askLocal('/local/self-test', { method: 'POST' });
  expect(response.status).toBe(200);
  const { checks } = selfTest.parse(await response.json());
  const results = Object.fromEntries(checks.map(({ id, result }) => [id, result]));
  expect(results).toEqual({
    database: 'ok',
    storage_folder: 'ok',
    space: expect.stringMatching(/ok|warning/),
    store: 'skipped',
    node_api: 'ok',
    dashboard: 'ok',
    ports: 'ok',
    key: 'ok',
    practice: 'skipped',
    public_role: 'skipped',
    peers: 'skipped',
    clock: 'skipped',
    names: 'skipped',
    version: 'ok',
  });
  for (const { title } of checks) expect(messageText(title)).toMatch(/^[A-Z]/);
});

it('the self-test is available in the dashboard only', async () => {
  const local = await fetch(`${node.node.dashboardUrl}/local/self-test`, { method: 'POST' });
  expect(local.status).toBe(401);
  expect((await node.ask('/local/self-test', { method: 'POST' })).status).toBe(404);
});

it('the dashboard API returns the network map, and the history of known peers only', async () => {
  expect(await (await node.askLocal('/local/network/map')).json()).toEqual({ links: [] });
  const history = await node.askLocal('/local/peers/history?host=https%3A%2F%2Fnode.example.org');
  expect(await history.json()).toMatchObject({ code: 'peer_not_found' });
});
