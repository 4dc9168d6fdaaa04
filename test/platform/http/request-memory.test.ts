import { connect } from 'node:net';
import { getHeapSpaceStatistics } from 'node:v8';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../../support/node/start-test-node.ts';

let alcove: TestNode;
beforeAll(async () => {
  alcove = await startTestNode();
});
afterAll(() => alcove.stop());

/** Sends requests over one connection, each after the answer to the one before. */
async function get(path: string, count: number): Promise<void> {
  const { hostname, port } = new URL(alcove.node.nodeUrl);
  const socket = connect(Number(port), hostname);
  for (let sent = 0; sent < count; sent += 1) {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
  }
  socket.destroy();
}

const oldSpace = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

it('keeps no request until the next full garbage collection', async () => {
  const requests = 3000;
  await get('/api/v1/node', requests);
  const before = oldSpace();
  await get('/api/v1/node', requests);
  // A request takes more than 10 KiB, and 6 KiB of it reached the old space when something there referred to it.
  expect((oldSpace() - before) / requests).toBeLessThan(1500);
});
