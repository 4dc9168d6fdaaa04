import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPublicNode } from '../support/node/public-node.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

const nodes: TestNode[] = [];
let friend: TestNode;
let own: TestNode;

async function startPublic(): Promise<TestNode> {
  const node = await startPublicNode({ settings: { network: { allow_private_hosts: true } } });
  nodes.push(node);
  return node;
}

async function startPrivate(...bootstrap: TestNode[]): Promise<TestNode> {
  const node = await startTestNode({
    settings: { network: { bootstrap: bootstrap.map((known) => known.node.nodeUrl) } },
  });
  nodes.push(node);
  await expect.poll(() => reachable(node)).toBe(bootstrap.length);
  return node;
}

async function reachable(node: TestNode): Promise<number> {
  const { peers } = (await (await node.askLocal('/local/peers')).json()) as { peers: { state: string }[] };
  return peers.filter(({ state }) => state === 'compatible').length;
}

/** @returns the path of the stored bytes */
async function store(node: TestNode, bytes: Buffer, headers: Record<string, string> = {}): Promise<string> {
  const token = await node.token('storage:write');
  const response = await node.ask('/api/v1/storage', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  const { content_id: id } = (await response.json()) as { content_id: string };
  return `/api/v1/storage/${id}`;
}

const localOf = async (node: TestNode, path: string) =>
  (await node.askLocal(path.replace('/api/v1/storage', '/local/content'))).json();

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

beforeEach(async () => {
  friend = await startPublic();
  own = await startPrivate(friend);
});
afterEach(async () => {
  for (const node of nodes.splice(0).reverse()) await node.stop();
});

describe('a content on another node', () => {
  it('is served as if it were stored here, and is stored from then on', async () => {
    const bytes = randomBytes(3_000_000);
    const path = await store(friend, bytes, {
      'X-File-Name': Buffer.from('Summer song.mp3').toString('base64'),
      'Content-Type': 'audio/mpeg',
    });
    const response = await own.ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('audio/mpeg');
    expect(response.headers.get('Content-Disposition')).toContain('Summer song.mp3');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    await friend.stop();
    nodes.splice(nodes.indexOf(friend), 1);
    const again = await own.ask(path, { headers: { Range: 'bytes=1000-1999' } });
    expect(again.status).toBe(206);
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true);
    expect(await localOf(own, path)).toMatchObject({
      name: 'Summer song.mp3',
      uploaded_by: { id: 'network' },
      copy: { pinned: false, subscribed: false },
    });
  });

  it('is fetched for HEAD, a range and a condition, too', async () => {
    const bytes = randomBytes(10_000);
    const [head, range] = [await store(friend, bytes), await store(friend, Buffer.concat([bytes, bytes]))];
    const described = await own.ask(head, { method: 'HEAD' });
    expect(described.status).toBe(200);
    expect(described.headers.get('Content-Length')).toBe('10000');
    const part = await own.ask(range, { headers: { Range: 'bytes=-5' } });
    expect(part.headers.get('Content-Range')).toBe('bytes 19995-19999/20000');
  });

  it('is not requested from other nodes when the request forbids it', async () => {
    const path = await store(friend, randomBytes(100));
    const response = await own.ask(path, { headers: { 'Cache-Control': 'max-age=0, only-if-cached' } });
    expect(response.status).toBe(404);
    expect((await own.ask(path)).status).toBe(200);
    const stored = await own.ask(path, { headers: { 'Cache-Control': 'only-if-cached' } });
    expect(stored.status).toBe(200);
  });

  it('is fetched once for concurrent requests', async () => {
    const bytes = randomBytes(20_000_000);
    const path = await store(friend, bytes);
    const answers = await Promise.all(Array.from({ length: 10 }, () => own.ask(path)));
    for (const answer of answers) {
      expect(
        createHash('sha256')
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest('hex'),
      ).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    const { peers } = (await (await own.askLocal('/local/peers')).json()) as {
      peers: { exchanged: { fetched_contents: number; received_bytes: number } }[];
    };
    expect(peers[0]?.exchanged).toMatchObject({ fetched_contents: 1 });
    expect(peers[0]?.exchanged.received_bytes).toBeLessThan(21_000_000);
  });

  it('replaces a damaged one here', async () => {
    const bytes = randomBytes(2_000_000);
    const path = await store(friend, bytes);
    await store(own, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = join(own.dataDir, 'blobs', sha256.slice(0, 2), sha256);
    const damaged = readFileSync(file);
    damaged[0] = (damaged[0] as number) ^ 1;
    writeFileSync(file, damaged);
    const response = await own.ask(path);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    rmSync(file);
    const missing = await own.ask(path);
    expect(Buffer.from(await missing.arrayBuffer()).equals(bytes)).toBe(true);
    await expect.poll(() => localOf(own, path)).toMatchObject({ damage: null, copy: null });
  });

  it('is not fetched when it is blocked', async () => {
    const path = await store(friend, randomBytes(100));
    const contentId = path.split('/').at(-1);
    await own.askLocal('/local/blocked', { method: 'POST', ...json({ content_id: contentId, reason: '' }) });
    const response = await own.ask(path);
    expect(response.status).toBe(410);
    expect(await codeOf(response)).toBe('blocked');
  });
});

describe('a content that no node has', () => {
  it('returns 404 with the number of nodes asked', async () => {
    const response = await own.ask(`/api/v1/storage/${'ab'.repeat(32)}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'content_not_found',
      detail: expect.stringContaining('1 node was asked'),
    });
  });
});

describe('a public node', () => {
  it('fetches only for requests with a token', async () => {
    const path = await store(friend, randomBytes(100));
    const other = await startPublic();
    const peer = await other.askLocal('/local/peers', {
      method: 'POST',
      ...json({ url: friend.node.nodeUrl }),
    });
    expect(await peer.json()).toMatchObject({ state: 'compatible' });
    expect((await other.ask(path)).status).toBe(404);
    const unknown = await other.ask(path, { headers: { Authorization: 'Bearer nonsense' } });
    expect(unknown.status).toBe(404);
    const writer = await other.token('status:write');
    const lacking = await other.ask(path, { headers: { Authorization: `Bearer ${writer}` } });
    expect(lacking.status).toBe(404);
    const reader = await other.token('content:read');
    const response = await other.ask(path, { headers: { Authorization: `Bearer ${reader}` } });
    expect(response.status).toBe(200);
    expect((await other.ask(path)).status).toBe(200);
  });
});
