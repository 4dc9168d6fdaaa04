import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DashboardTopic } from '../../src/contract/dashboard-api/events.ts';
import type { NodeNotification, NodeState } from '../../src/contract/shell/node-notifications.ts';
import { GB } from '../../src/contract/units.ts';
import { Topics } from '../../src/core/events/topics.ts';
import { NodeMonitor } from '../../src/features/monitoring/node-monitor.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';

function monitor({ node }: TestNode) {
  const [states, notifications]: [NodeState[], NodeNotification[]] = [[], []];
  node.monitor.onState((state) => states.push(state));
  node.monitor.onNotification((one) => notifications.push(one));
  return { now: () => states.at(-1), states, notifications };
}

it('shows the reason of a pause, and whether any peer can be reached', async () => {
  const alcove = await startTestNode();
  const { now, states } = monitor(alcove);
  const quiet = { paused_by: [], trouble: null, reachable_peers: 0 };
  await expect.poll(now).toEqual(quiet);
  alcove.node.setPaused(true);
  await expect.poll(now).toEqual({ ...quiet, paused_by: ['manual'] });
  alcove.node.setPaused(false);
  await expect.poll(now).toEqual(quiet);
  await alcove.askLocal('/local/peers', { method: 'POST', ...json({ url: 'http://127.0.0.1:9' }) });
  await expect.poll(now).toEqual({ ...quiet, trouble: 'peers' });
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(3);
  await alcove.stop();
});

it('counts reachable peers, and notifies once when an added node is unreachable', async () => {
  const other = await startPublicNode();
  const alcove = await startTestNode();
  const { now, notifications } = monitor(alcove);
  const { host: url } = other;
  await alcove.askLocal('/local/peers', { method: 'POST', ...json({ url }) });
  await expect.poll(now).toMatchObject({ reachable_peers: 1, trouble: null });
  await other.stop();
  const retry = () => alcove.askLocal('/local/peers/retry', { method: 'POST', ...json({ host: url }) });
  await retry();
  await expect.poll(now).toMatchObject({ reachable_peers: 0, trouble: 'peers' });
  expect(notifications).toEqual([]);
  await retry();
  await retry();
  await expect.poll(() => notifications).toEqual([{ kind: 'peer_trouble', host: url, state: 'unreachable' }]);
  await alcove.stop();
});

it('notifies once of a nearly full disk', async () => {
  const alcove = await startTestNode({ settings: { storage: { free_space_floor_bytes: 10 ** 15 } } });
  const { now, notifications } = monitor(alcove);
  await expect.poll(now).toMatchObject({ trouble: 'disk' });
  await alcove.askLocal('/local/content', { method: 'POST', body: 'more' });
  expect(notifications).toEqual([{ kind: 'disk_low' }]);
  await alcove.stop();
});

it('treats a disk as nearly full below 1 GB, until 2 GB are free', async () => {
  let [room, asked] = [5 * GB, 0];
  const topics = new Topics<DashboardTopic>();
  const diskMonitor = new NodeMonitor({
    ...{ topics, peers: () => [], onError: () => {} },
    conditions: { pausedBy: () => [], onChange: () => () => {} },
    freeBytes: async () => {
      asked += 1;
      return room;
    },
  });
  const troubles: (string | null)[] = [];
  const notifications: NodeNotification[] = [];
  diskMonitor.onState(({ trouble }) => troubles.push(trouble));
  diskMonitor.onNotification((one) => notifications.push(one));
  const becomes = async (bytes: number, count: number, trouble: string | null) => {
    const before = asked;
    room = bytes;
    topics.changed('storage');
    await expect.poll(() => asked).toBeGreaterThan(before);
    await setImmediate();
    expect([notifications.length, troubles.at(-1)]).toEqual([count, trouble]);
  };
  await becomes(0.9 * GB, 1, 'disk');
  await becomes(1.5 * GB, 1, 'disk');
  await becomes(2.5 * GB, 1, null);
  await becomes(1.5 * GB, 1, null);
  await becomes(0.9 * GB, 2, 'disk');
  diskMonitor.stop();
});
