import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../../support/node/start-test-node.ts';
import { randomBytes } from '../../support/random-bytes.ts';

const limit = 400_000;
const bytes = randomBytes(500_000);
let node: TestNode;
let path: string;

beforeEach(async () => {
  node = await startTestNode({
    settings: { network: { up_bytes_per_s: limit }, http: { trusted_proxies: ['127.0.0.1'] } },
  });
  const response = await node.askLocal('/local/content', { method: 'POST', body: new Uint8Array(bytes) });
  const { content } = (await response.json()) as { content: { content_id: string } };
  path = `/api/v1/storage/${content.content_id}`;
});
afterEach(() => node.stop());

/** The time until everything has arrived. */
async function timed(headers: Record<string, string>): Promise<{ body: Buffer; ms: number }> {
  const began = performance.now();
  const response = await node.ask(path, { headers });
  return { body: Buffer.from(await response.arrayBuffer()), ms: performance.now() - began };
}

it('limits the rate to other computers, but not to this one', async () => {
  const far = await timed({ 'X-Forwarded-For': '203.0.113.7' });
  expect(far.body.equals(bytes)).toBe(true);
  // A busy machine can only make it slower; a quarter of a second’s worth may go at once.
  expect(far.ms).toBeGreaterThan(((bytes.length - limit / 4) / limit) * 900);
  const near = await timed({});
  expect(near.body.equals(bytes)).toBe(true);
});

it('limits ranges and small contents, too', async () => {
  const part = await node.ask(path, {
    headers: { 'X-Forwarded-For': '203.0.113.7', Range: 'bytes=100-60099' },
  });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 60_100))).toBe(true);
});

it('releases a client that disconnects during a download', async () => {
  const leaving = new AbortController();
  const response = await node.ask(path, {
    headers: { 'X-Forwarded-For': '203.0.113.7' },
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  await reader?.closed.catch(() => {});
  const again = await timed({ 'X-Forwarded-For': '203.0.113.8' });
  expect(again.body.equals(bytes)).toBe(true);
});
