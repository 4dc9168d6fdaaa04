import { expect, it } from 'vitest';
import type { NodeNews, NodeState } from '../../src/contract/node-news.ts';
import { startPublicNode } from '../peers/sharing/support/public-node.ts';
import { json, startTestNode, type TestNode } from '../start-test-node.ts';

function watch({ node }: TestNode) {
  const [states, news]: [NodeState[], NodeNews[]] = [[], []];
  node.watch.onState((state) => states.push(state));
  node.watch.onNews((one) => news.push(one));
  return { now: () => states.at(-1), states, news };
}

it('says why it is paused, and whether anybody can be reached', async () => {
  const alcove = await startTestNode();
  const { now, states } = watch(alcove);
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

it('counts who can be reached, and tells once when a named node is gone', async () => {
  const other = await startPublicNode();
  const alcove = await startTestNode();
  const { now, news } = watch(alcove);
  const { host: url } = other;
  await alcove.askLocal('/local/peers', { method: 'POST', ...json({ url }) });
  await expect.poll(now).toMatchObject({ reachable_peers: 1, trouble: null });
  await other.stop();
  const retry = () => alcove.askLocal('/local/peers/retry', { method: 'POST', ...json({ host: url }) });
  await retry();
  await expect.poll(now).toMatchObject({ reachable_peers: 0, trouble: 'peers' });
  expect(news).toEqual([]);
  await retry();
  await retry();
  await expect.poll(() => news).toEqual([{ kind: 'peer_trouble', host: url, state: 'unreachable' }]);
  await alcove.stop();
});

it('a nearly full disk is told once', async () => {
  const alcove = await startTestNode({ settings: { storage: { free_space_floor_bytes: 10 ** 15 } } });
  const { now, news } = watch(alcove);
  await expect.poll(now).toMatchObject({ trouble: 'disk' });
  await alcove.askLocal('/local/content', { method: 'POST', body: 'more' });
  expect(news).toEqual([{ kind: 'disk_low' }]);
  await alcove.stop();
});
