import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Listener } from '../../../src/platform/http/listeners/listener.ts';

/** 17 of these are over the limit of 128 MiB; they share the memory of one. */
const large = Buffer.alloc(8 * 1024 ** 2);

let listener: Listener;
let closed: Set<string | undefined>;
let answered: number;

beforeEach(async () => {
  closed = new Set();
  answered = 0;
  const handle: RequestListener = ({ url }, response) => {
    answered += 1;
    response.once('close', () => !response.writableFinished && closed.add(url));
    response.end(url === '/small' ? 'small' : large);
  };
  listener = new Listener({ host: '127.0.0.1', port: 0, handle });
  await listener.start({ orFreePort: false });
});

afterEach(() => listener.stop());

/** Sends a request; its response is not read. */
async function ask(path: string): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1').on('error', () => {});
  const before = answered;
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await expect.poll(() => answered).toBe(before + 1);
  return socket;
}

it('closes the connections that stalled first while unread responses take too much memory', async () => {
  const sockets: Socket[] = [];
  for (let index = 0; index < 15; index += 1) sockets.push(await ask(`/${index}`));
  const read = await ask('/read');
  sockets.push(await ask('/small'));
  expect((await buffer(read)).length).toBeGreaterThan(large.length);

  for (let index = 15; index < 24; index += 1) sockets.push(await ask(`/${index}`));
  await expect.poll(() => closed.size).toBe(8);
  expect([...closed].sort()).toEqual(Array.from({ length: 8 }, (_, index) => `/${index}`));
  const last = sockets.at(-1) as Socket;
  expect((await buffer(last)).length).toBeGreaterThan(large.length);
  const ends = sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close')));
  for (const socket of sockets) socket.destroy();
  await Promise.all(ends);
});
