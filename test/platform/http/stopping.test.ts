import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Listener } from '../../../src/platform/http/listeners/listener.ts';
import { startTestNode, temporaryFolder } from '../../support/node/start-test-node.ts';

it('survives requests on open connections while it stops', { retry: 0 }, async () => {
  const dashboardDir = join(temporaryFolder(), 'dashboard');
  mkdirSync(dashboardDir);
  writeFileSync(join(dashboardDir, 'large.bin'), Buffer.alloc(32 * 1024 ** 2));
  const running = await startTestNode({ dashboardDir });
  const { host, port } = new URL(running.node.dashboardUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  // A response that is not read keeps the connection open while the node stops.
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
  // An exception of this request would end the process: the test runner reports uncaught errors.
  await stopped;
  socket.destroy();
});

it('waits for responses on stop, and for no other connection', async () => {
  const pending: ServerResponse[] = [];
  const listener = new Listener({
    host: '127.0.0.1',
    port: 0,
    handle: (_, response) => pending.push(response),
  });
  await listener.start({ orFreePort: false });
  const open = async (): Promise<Socket> => {
    const socket = connect(listener.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket.resume();
  };
  const [unused, short, long] = [await open(), await open(), await open()];
  const ends = [unused, short, long].map((socket) => once(socket, 'close'));
  for (const socket of [short, long]) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => pending.length).toBe(2);

  const stopped = listener.stop();
  await ends[0];
  pending[0]?.end('short');
  await Promise.race(ends.slice(1));
  expect([short, long].filter((socket) => socket.destroyed)).toHaveLength(1);
  pending[1]?.end('long');
  await stopped;
  await Promise.all(ends);
});

it('leaves no timer behind after a start on another port', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const options = { host: '127.0.0.1', handle: () => {} };
  const first = new Listener({ ...options, port: 0 });
  await first.start({ orFreePort: false });
  const before = timers();
  const second = new Listener({ ...options, port: first.port });
  expect(await second.start({ orFreePort: true })).toEqual({ missed: 'port' });
  await second.stop();
  expect(timers()).toBe(before);
  await first.stop();
});
