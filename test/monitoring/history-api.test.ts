import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  earningsHistory,
  type HistoryRange,
  historyRange,
  type UsageHistory,
  usageHistory,
} from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { problemDocument } from '../../src/contract/problems.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

const MiB = 1024 ** 2;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(settings: SettingsInput = {}): Promise<TestNode> {
  const node = await startTestNode({ settings });
  ends.push(node.stop);
  return node;
}

type Traffic = NonNullable<UsageHistory['points'][number]['traffic']>;

async function historyOf(node: TestNode, range: HistoryRange = 'day'): Promise<UsageHistory> {
  return usageHistory.parse(await (await node.askLocal(`/local/history?range=${range}`)).json());
}

/** The values in the chart of a range. */
async function traffic(node: TestNode, range?: HistoryRange): Promise<Traffic> {
  const sum: Traffic = { network_sent: 0, network_received: 0, local_sent: 0, local_received: 0 };
  for (const point of (await historyOf(node, range)).points) {
    for (const key of Object.keys(sum) as (keyof Traffic)[]) sum[key] += point.traffic?.[key] ?? 0;
  }
  return sum;
}

async function store(node: TestNode, bytes: Buffer): Promise<string> {
  const response = await node.ask('/api/v1/storage', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { Authorization: `Bearer ${await node.token('storage:write')}` },
  });
  return ((await response.json()) as { content_id: string }).content_id;
}

const read = async (node: TestNode, id: string) =>
  (await (await node.ask(`/api/v1/storage/${id}`)).arrayBuffer()).byteLength;

/** So many bytes, plus the overhead of headers. */
const about = (bytes: number) => ({
  asymmetricMatch: (actual: number) => actual >= bytes && actual < bytes + 20_000,
  toString: () => `about ${bytes}`,
});

describe('traffic', () => {
  it('with programs on this computer is counted as it is sent, uploads by the dashboard too', async () => {
    const node = await start();
    const id = await store(node, randomBytes(MiB));
    expect(await traffic(node)).toMatchObject({ local_received: about(MiB), local_sent: about(0) });
    for (let i = 0; i < 3; i++) await read(node, id);
    await node.askLocal('/local/content', { method: 'POST', body: new Uint8Array(randomBytes(MiB)) });
    for (const range of historyRange.options) {
      expect(await traffic(node, range), range).toEqual({
        local_sent: about(3 * MiB),
        local_received: about(2 * MiB),
        network_sent: 0,
        network_received: 0,
      });
    }
    expect((await historyOf(node)).points.at(-1)?.storage).toEqual({ contents: 2, bytes: 2 * MiB });
  });

  it('is shown during a transfer, and kept when it breaks off', async () => {
    const node = await start();
    const id = await store(node, randomBytes(8 * MiB));
    const before = await traffic(node);
    const stop = new AbortController();
    const response = await node.ask(`/api/v1/storage/${id}`, { signal: stop.signal });
    const reader = response.body?.getReader();
    for (let got = 0; got < 2 * MiB; ) got += (await reader?.read())?.value?.length ?? 0;
    const during = (await traffic(node)).local_sent - before.local_sent;
    expect(during).toBeGreaterThanOrEqual(2 * MiB);
    stop.abort();
    await expect.poll(() => read(node, id)).toBe(8 * MiB);
    expect((await traffic(node)).local_sent - before.local_sent).toBeGreaterThanOrEqual(during + 8 * MiB);
  });

  it('of an upload by the dashboard is shown as it arrives, though nothing is stored in the end', async () => {
    const node = await start({ storage: { max_upload_bytes: 4 * MiB } });
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async start(pieces) {
        pieces.enqueue(new Uint8Array(randomBytes(3 * MiB)));
        await mayEnd;
        pieces.enqueue(new Uint8Array(randomBytes(2 * MiB)));
        pieces.close();
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    const answer = node.askLocal('/local/content', init);
    const received = async () => (await traffic(node)).local_received;
    await expect.poll(received).toBe(3 * MiB);
    end();
    expect((await answer).status).toBe(413);
    expect(await received()).toBeGreaterThan(3 * MiB);
    expect((await historyOf(node)).points.at(-1)?.storage?.contents).toBe(0);
  });

  it('through a proxy on this computer counts as traffic with others', async () => {
    const node = await start({ http: { trusted_proxies: ['127.0.0.1'] } });
    await read(node, await store(node, randomBytes(MiB)));
    expect(await traffic(node)).toEqual({
      network_sent: about(MiB),
      network_received: about(MiB),
      local_sent: 0,
      local_received: 0,
    });
  });

  it('with other nodes is counted on the fetching side', async () => {
    const friend = await startPublicNode({ settings: { network: { allow_private_hosts: true } } });
    ends.push(friend.stop);
    const id = await store(friend, randomBytes(MiB));
    const node = await start({ network: { bootstrap: [friend.node.nodeUrl] } });
    await expect.poll(() => read(node, id)).toBe(MiB);
    expect(await traffic(node)).toMatchObject({ network_received: about(MiB), local_sent: about(MiB) });
    expect((await historyOf(node)).points.at(-1)?.storage?.contents).toBe(1);
  });
});

describe('the history', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode();
  });
  afterAll(() => node.stop());

  it('has a limited number of spans up to the present one, and gaps before the first start', async () => {
    const counts = { day: 144, week: 168, month: 30, year: 53 };
    for (const range of historyRange.options) {
      const { points, until } = await historyOf(node, range);
      expect(points).toHaveLength(counts[range]);
      expect(points.slice(0, -2).every((point) => point.traffic === null && point.storage === null)).toBe(
        true,
      );
      expect(Date.parse(points.at(-1)?.at ?? '')).toBeLessThanOrEqual(Date.now());
      expect(Date.parse(until)).toBeGreaterThan(Date.now());
    }
  });

  it('of earnings is empty without a chain', async () => {
    for (const [range, count] of Object.entries({ day: 24, week: 7, month: 30, year: 53 })) {
      const response = await node.askLocal(`/local/earnings?range=${range}`);
      const { points } = earningsHistory.parse(await response.json());
      expect(points).toHaveLength(count);
      expect(points.every(({ sales, shares, resales }) => sales + shares + resales === '000')).toBe(true);
    }
  });

  it.each(['history', 'earnings'])(
    'of %s is for the dashboard only, and validates its ranges',
    async (name) => {
      expect((await node.askLocal(`/local/${name}`, { headers: { Authorization: '' } })).status).toBe(401);
      expect((await node.ask(`/local/${name}`)).status).toBe(404);
      const response = await node.askLocal(`/local/${name}?range=century`);
      expect(problemDocument.parse(await response.json())).toMatchObject({
        status: 400,
        code: 'invalid_request',
      });
    },
  );
});
