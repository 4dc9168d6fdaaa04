import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Listener } from '../../../src/platform/http/listeners/listener.ts';
import { startTestNode, type TestNode } from '../../support/node/start-test-node.ts';

let listener: Listener;
let alcove: TestNode;
let pieces: number;

beforeAll(async () => {
  alcove = await startTestNode();
  const handle: RequestListener = (request, response) => {
    request.on('data', () => {
      pieces += 1;
    });
    request.on('end', () => response.setHeader('Connection', 'close').end('whole'));
  };
  listener = new Listener({ host: '127.0.0.1', port: 0, handle });
  await listener.start({ orFreePort: false });
});
afterAll(async () => {
  await listener.stop();
  await alcove.stop();
});
beforeEach(() => {
  pieces = 0;
});

function send(port: number, head: string, body: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(`${head} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  socket.write(body);
  return socket;
}

const closed = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve));

it('closes the connection of a body in tiny pieces', async () => {
  const socket = send(listener.port, 'POST /', '1\r\nx\r\n'.repeat(100_000));
  await closed(socket);
  expect(pieces).toBe(4096);
});

it('accepts many small pieces, and a few tiny ones', async () => {
  const line = '1e\r\nA line of text of thirty bytes\r\n';
  const socket = send(listener.port, 'POST /', `${'1\r\nx\r\n'.repeat(1000)}${line.repeat(6000)}0\r\n\r\n`);
  expect(await text(socket)).toMatch(/whole/);
  expect(pieces).toBeGreaterThanOrEqual(7000);
});

it.each(['/api/v1/network.info', '/api/openapi.json'])(
  'closes the connection of an endless body that nothing reads: GET %s',
  async (path) => {
    const socket = send(Number(new URL(alcove.node.nodeUrl).port), `GET ${path}`, '');
    const chunk = `2000\r\n${'x'.repeat(8192)}\r\n`;
    const sending = setInterval(() => socket.write(chunk), 100);
    const end = new Promise((resolve) => socket.once('close', resolve));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200/);
    await end;
    clearInterval(sending);
  },
);
