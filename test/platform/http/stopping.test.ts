import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestNode, temporaryFolder } from '../../support/node/start-test-node.ts';

it('a node that stops lives through requests on connections that are still open', { retry: 0 }, async () => {
  const dashboardDir = join(temporaryFolder(), 'dashboard');
  mkdirSync(dashboardDir);
  writeFileSync(join(dashboardDir, 'large.bin'), Buffer.alloc(32 * 1024 ** 2));
  const running = await startTestNode({ dashboardDir });
  const { host, port } = new URL(running.node.dashboardUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  // An answer that is not read keeps the connection open while the node stops.
  ask('/large.bin');
  await once(socket, 'readable');
  const stopped = running.stop();
  await expect
    .poll(() =>
      fetch(running.node.nodeUrl).then(
        () => 'answers',
        () => 'closed',
      ),
    )
    .toBe('closed');
  ask('/');
  // What this request threw would end the process: the test runner tells of an error that nobody caught.
  await stopped;
  socket.destroy();
});
