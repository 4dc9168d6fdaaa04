import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { version } from '../../src/core/version.ts';
import { type AnsweringNode, startAnsweringNode } from '../peers/support/answering-node.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

const GiB = 1024 ** 3;

let hostile: AnsweringNode;
let honest: AnsweringNode;
let own: TestNode;

beforeEach(async () => {
  [hostile, honest] = await Promise.all([startAnsweringNode(), startAnsweringNode()]);
  for (const node of [hostile, honest]) node.version = version;
});
afterEach(async () => {
  await own.stop();
  await Promise.all([hostile.stop(), honest.stop()]);
});

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Its response to requests for a content. */
const sends = (node: AnsweringNode, answer: Answer): void => {
  node.intercept = (request, response) => {
    if (!request.url?.startsWith('/api/v1/storage/')) return false;
    answer(response, request);
    return true;
  };
};

const pathOf = (bytes: Buffer): string =>
  `/api/v1/storage/${createHash('sha256').update(bytes).digest('hex')}`;

async function start(...peers: AnsweringNode[]): Promise<void> {
  own = await startTestNode({ settings: { network: { bootstrap: peers.map(({ host }) => host) } } });
  const reachable = async () => {
    const listed = (await (await own.askLocal('/local/peers')).json()) as { peers: { state: string }[] };
    return listed.peers.filter(({ state }) => state === 'compatible').length;
  };
  await expect.poll(reachable).toBe(peers.length);
}

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

it('fetches a content although a faster node announces a size without space for it', async () => {
  const bytes = randomBytes(5000);
  const path = pathOf(bytes);
  let held: ServerResponse | undefined;
  sends(hostile, (response) => {
    response.writeHead(200, { 'content-length': 9 * GiB }).write('x');
    held?.end(bytes);
    sends(honest, (again) => void again.writeHead(200, { 'content-length': bytes.length }).end(bytes));
  });
  sends(honest, (response) => {
    held = response;
  });
  await start(hostile, honest);
  const answer = await own.ask(path);
  expect(answer.status).toBe(200);
  expect((await bytesOf(answer)).equals(bytes)).toBe(true);
});

it('stores a content that is uploaded while a fetch of it is interrupted', async () => {
  const bytes = randomBytes(1_000_000);
  const path = pathOf(bytes);
  const sending = new Promise<ServerResponse>((resolve) => {
    sends(hostile, (interrupted) => {
      interrupted.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1000));
      resolve(interrupted);
    });
  });
  await start(hostile);
  const asked = own.ask(path);
  const response = await sending;
  const uploaded = await own.askLocal('/local/content', { method: 'POST', body: new Uint8Array(bytes) });
  expect(uploaded.status).toBe(201);
  sends(hostile, (again) => void again.writeHead(404).end());
  response.destroy();
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect((await bytesOf(answer)).equals(bytes)).toBe(true);
});

it.each([
  ['text/html', 'inline; filename="x.html"', '<script>1</script>'],
  ['text/plain', 'inline; filename="x.txt"', '<html><script>2</script>'],
  ['image/png', 'inline', '<svg xmlns="http://www.w3.org/2000/svg"><script>3</script></svg>'],
  [
    'multipart/x-mixed-replace; boundary=x',
    'inline',
    '--x\r\nContent-Type: text/html\r\n\r\n<script>4</script>',
  ],
  ['audio/mpeg, text/html', 'inline', '<script>5</script>'],
  ['', "inline; filename*=UTF-8''a%0d%0aSet-Cookie%3a%20b%3d1%2f..%2fx.html", '<!doctype html>'],
])(
  'does not serve a page that another node calls %s and %s as a page of this node',
  async (type, disposition, text) => {
    sends(hostile, (response) => {
      const head = [
        `Content-Length: ${text.length}`,
        `Content-Type: ${type}`,
        `Content-Disposition: ${disposition}`,
      ];
      const others = ['Set-Cookie: a=1', 'X-Evil: 1', 'Access-Control-Allow-Origin: *'];
      response.socket?.end(`HTTP/1.1 200 OK\r\n${[...head, ...others].join('\r\n')}\r\n\r\n${text}`);
    });
    await start(hostile);
    const answer = await own.ask(pathOf(Buffer.from(text)));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(text);
    const { headers } = answer;
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename=[\w.]+$/);
    expect(headers.get('Content-Security-Policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    for (const name of ['Set-Cookie', 'X-Evil', 'Access-Control-Allow-Origin'])
      expect(headers.has(name)).toBe(false);
    const list = await own.ask('/api/v1/content.list?since=');
    expect(await list.json()).toMatchObject({ items: [], total: 0 });
  },
);
