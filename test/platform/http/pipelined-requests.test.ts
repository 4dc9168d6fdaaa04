import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Listener } from '../../../src/platform/http/listeners/listener.ts';

const began: { path: string | undefined; response: ServerResponse }[] = [];
let listener: Listener;

beforeEach(async () => {
  began.length = 0;
  listener = new Listener({
    host: '127.0.0.1',
    port: 0,
    handle: ({ url }, response) => began.push({ path: url, response }),
  });
  await listener.start({ orFreePort: false });
});

afterEach(() => listener.stop());

function send(count: number): Socket {
  const socket = connect(listener.port, '127.0.0.1').on('error', () => {});
  const paths = Array.from({ length: count }, (_, index) => `/${index}`);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
  return socket;
}

it('handles the requests of a connection one after the other', async () => {
  const socket = send(20);
  const answers = text(socket);
  for (let index = 0; index < 20; index += 1) {
    await expect.poll(() => began.length).toBe(index + 1);
    const { path, response } = began[index] ?? {};
    if (index === 19) response?.setHeader('Connection', 'close');
    response?.end(`answer ${path};`);
  }
  const bodies = [...(await answers).matchAll(/answer \/(\d+);/g)].map(([, number]) => Number(number));
  expect(bodies).toEqual(bodies.map((_, index) => index));
  expect(bodies).toHaveLength(20);
});

it('does not begin requests of a connection that has ended', async () => {
  const socket = send(20);
  await expect.poll(() => began.length).toBe(1);
  const closed = once(began[0]?.response as ServerResponse, 'close');
  socket.destroy();
  await closed;
  began[0]?.response.end();

  const later = send(1);
  await expect.poll(() => began.length).toBe(2);
  // Every handler learns that its connection was closed, and frees what it holds.
  expect(began.map(({ path }) => path)).toEqual(['/0', '/0']);
  began[1]?.response.end();
  later.destroy();
});

it('ends a connection on which too many requests wait', async () => {
  const socket = send(1000);
  await once(socket, 'close');
  expect(began).toHaveLength(1);
});

it('limits the bodies of waiting requests that are refused before the handler', async () => {
  const socket = send(1);
  await expect.poll(() => began.length).toBe(1);
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: nothing\r\nTransfer-Encoding: chunked\r\n\r\n');
  const sending = setInterval(() => socket.write('1\r\nx\r\n'.repeat(1000)), 10);
  await once(socket, 'close').finally(() => clearInterval(sending));
  expect(began).toHaveLength(1);
});
