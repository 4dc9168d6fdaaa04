import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAlcoveClient } from '@alcove/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ProblemCode, problems } from '../../src/contract/problems.ts';

/** The responses of the server, in order; the last one is repeated. */
let answers: [code: ProblemCode, retryAfter?: string][];
let asked: number;
let server: Server;
let url: string;

beforeEach(async () => {
  asked = 0;
  server = createServer(async (request, response) => {
    for await (const _ of request);
    const [code, retryAfter] = answers[asked] ?? [];
    asked += 1;
    if (code === undefined) {
      response.end('{"codebase_hash":"unknown","codebase_branch":"unknown","ok":true}');
      return;
    }
    const { status, title } = problems[code];
    response.writeHead(status, { ...(retryAfter && { 'Retry-After': retryAfter }) });
    response.end(JSON.stringify({ type: 'urn:test', title, status, detail: 'No.', code, instance: 'test' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const client = () => createAlcoveClient({ url, token: 'token' });

it('retries when the node allows it', async () => {
  answers = [
    ['rate_limited', '0'],
    ['too_busy', new Date(Date.now() - 5000).toUTCString()],
    ['chain_unavailable', '0'],
  ];
  expect((await client().node.version()).codebase_hash).toBe('unknown');
  expect(asked).toBe(4);
});

it('retries a change only if nothing was done', async () => {
  answers = [
    ['rate_limited', '0'],
    ['too_busy', '0'],
  ];
  await client().node.report('mill', 'ok');
  expect(asked).toBe(3);
  answers = [...answers, ['shutting_down', '0']];
  asked = 0;
  await expect(client().node.report('mill', 'ok')).rejects.toMatchObject({ code: 'shutting_down' });
  expect(asked).toBe(3);
});

it.each<[why: string, times: number, answer: (typeof answers)[number]]>([
  ['after three more tries', 4, ['rate_limited', '0']],
  ['when it would take more than a minute', 1, ['rate_limited', '61']],
  ['when the node gives no time', 1, ['too_busy']],
  ['when the time is invalid', 1, ['rate_limited', 'soon']],
  ['when the request is invalid', 1, ['invalid_request', '0']],
])('the client stops to retry %s', async (_, times, answer) => {
  answers = Array(10).fill(answer);
  await expect(client().node.version()).rejects.toMatchObject({ code: answer[0] });
  expect(asked).toBe(times);
});

it('the client never sends a stream twice', async () => {
  answers = [['too_busy', '0']];
  const upload = client().storage.upload(new Blob(['once']).stream());
  await expect(upload).rejects.toMatchObject({ code: 'too_busy' });
  expect(asked).toBe(1);
});

it('stops waiting when the call is aborted', async () => {
  answers = [['rate_limited', '60']];
  const controller = new AbortController();
  const listing = client().content.page({}, controller.signal);
  server.on('request', (_, response) => response.once('finish', () => controller.abort(new Error('enough'))));
  await expect(listing).rejects.toThrow('enough');
});
