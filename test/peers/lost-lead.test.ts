import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { soleLeader } from '../../src/core/concurrency/leader.ts';
import { startAnsweringNode } from './support/answering-node.ts';
import { startTestPeers } from './support/test-peers.ts';

it('begins no further handshake after it lost the lead, and ends its round with the last one that runs', async () => {
  const nodes = await Promise.all(Array.from({ length: 20 }, () => startAnsweringNode()));
  const held: ServerResponse[] = [];
  for (const node of nodes) node.intercept = (_request, response) => held.push(response) > 0;
  let lose = async () => {};
  const { peers, stored, stop } = startTestPeers({
    leader: {
      run: (job, work) => {
        lose = soleLeader.run(job, work);
        return lose;
      },
    },
  });
  onTestFinished(async () => {
    await stop();
    for (const node of nodes) await node.stop();
  });
  for (const { host } of nodes) await stored.add(host, 'named', 0);
  await peers.start();
  await expect.poll(() => held.length).toBe(8);
  let isOver = false;
  const lost = lose().then(() => {
    isOver = true;
  });
  for (const response of held.slice(1)) response.destroy();
  await expect.poll(() => stored.all().filter(({ failures }) => failures > 0).length).toBe(7);
  expect(isOver).toBe(false);
  held[0]?.destroy();
  await lost;
  expect(held).toHaveLength(8);
});
