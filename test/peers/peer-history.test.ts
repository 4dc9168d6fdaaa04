import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/core/log/logger.ts';
import { PeerHistory } from '../../src/features/peers/peer-history.ts';
import type { ExchangeTotals, PeerHistoryStore } from '../../src/features/peers/peer-history-store.ts';
import { type AnsweringNode, startAnsweringNode } from './support/answering-node.ts';
import { startTestBook } from './support/test-book.ts';
import { startTestPeers, type TestPeers } from './support/test-peers.ts';

describe('the latencies of a peer', () => {
  const host = 'https://a.example';
  const time = { now: 1_800_000_000_000 };
  let own: ReturnType<typeof startTestBook>;
  beforeEach(async () => {
    own = startTestBook(
      () => time.now,
      () => {},
    );
    await own.book.add(host, 'named');
  });
  afterEach(() => own.close());

  it('are the newest 144, oldest first, also after the clock was set back', async () => {
    for (let i = 0; i < 200; i++) {
      if (i === 100) time.now -= 86_400_000;
      own.history.recordHandshake(host, i);
      time.now += 1000;
      if (i % 10 === 0) await own.history.write();
    }
    const shown = (await own.history.latencies(host)).latencies.map(({ latency_ms }) => latency_ms);
    expect(shown).toEqual(Array.from({ length: 144 }, (_, i) => 56 + i));
  });

  it('are removed with the peer, and not stored for unknown ones', async () => {
    own.history.recordHandshake(host, 5);
    own.history.recordExchange(host, { receivedBytes: 10 });
    own.history.recordExchange('https://stranger.example', { receivedBytes: 10 });
    expect((await own.history.latencies(host)).latencies).toHaveLength(1);
    expect(own.history.exchanged('https://stranger.example').received_bytes).toBe(0);
    await own.book.remove(host);
    await own.book.add(host, 'named');
    expect((await own.history.latencies(host)).latencies).toEqual([]);
    expect(own.book.get(host).exchanged.received_bytes).toBe(0);
  });

  it('are not written for a peer that is removed and added again before', async () => {
    own.history.recordHandshake(host, 5);
    own.history.recordExchange(host, { receivedBytes: 10 });
    await own.book.remove(host);
    await own.book.add(host, 'named');
    expect((await own.history.latencies(host)).latencies).toEqual([]);
    expect(own.book.get(host).exchanged).toMatchObject({ handshakes: 0, received_bytes: 0 });
  });
});

it('forgets the totals of a peer that is removed while they are read', async () => {
  const { store, release } = slowHistoryStore();
  const history = new PeerHistory({
    store,
    clock: () => 0,
    logger: createLogger('silent'),
    onChange: () => {},
  });
  history.recordExchange('https://a.example', { receivedBytes: 10 });
  const written = history.write();
  await Promise.resolve();
  history.remove('https://a.example');
  expect(history.exchanged('https://a.example').received_bytes).toBe(0);
  release();
  await written;
  expect(history.exchanged('https://a.example').received_bytes).toBe(0);
});

/** Returns a store whose `exchanges` resolves to what it had at the call, after a release. */
function slowHistoryStore() {
  let stored = new Map<string, ExchangeTotals>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const store: PeerHistoryStore = {
    add: async (_, exchanges) => {
      stored = new Map(exchanges);
    },
    exchanges: async () => {
      await promise;
      return new Map(stored);
    },
    latencies: async () => [],
  };
  return { store, release: resolve };
}

describe('with a real node', () => {
  let node: AnsweringNode;
  let own: TestPeers;
  beforeEach(async () => {
    own = startTestPeers();
    node = await startAnsweringNode({ now: () => own.time.now });
  });
  afterEach(async () => {
    await own.stop();
    await node.stop();
  });

  it('stores each handshake with its time, and failed ones without latency', async () => {
    const peer = await own.peers.add(node.host);
    await node.stop();
    own.time.now += 1000;
    await own.peers.retry(node.host);
    expect(await own.peers.history(node.host)).toEqual({
      latencies: [
        { at: new Date(own.time.now - 1000).toISOString(), latency_ms: peer.latency_ms },
        { at: new Date(own.time.now).toISOString(), latency_ms: null },
      ],
    });
    await expect(own.peers.history('http://127.0.0.1:1')).rejects.toEqual(
      expect.objectContaining({ code: 'peer_not_found' }),
    );
  });

  it('shows exchanged bytes at once, before and after they are written', async () => {
    const { host } = await own.peers.add(node.host);
    for (const fetched_contents of [1, 2, 3]) {
      own.peers.recordExchange(host, { receivedBytes: 1000, fetchedContents: 1 });
      const exchanged = { fetched_contents, received_bytes: fetched_contents * 1000 };
      expect(own.peers.list()).toMatchObject([{ exchanged }]);
      if (fetched_contents === 2) void own.peers.history(host);
      expect(own.peers.list()).toMatchObject([{ exchanged }]);
    }
  });

  it('adds up exchanged bytes, and shows the storage that a peer reports', async () => {
    node.metrics = { contents: 42 };
    await own.peers.add(node.host);
    await own.peers.retry(node.host);
    own.peers.recordExchange(node.host, { receivedBytes: 1000, fetchedContents: 1 });
    own.peers.recordExchange(node.host, { receivedBytes: 24, sentBytes: 7, sharedContents: 1 });
    await own.peers.history(node.host);
    expect(own.peers.list()).toMatchObject([
      {
        contents: 42,
        exchanged: {
          handshakes: 2,
          received_bytes: 1024,
          sent_bytes: 7,
          fetched_contents: 1,
          shared_contents: 1,
        },
      },
    ]);
    for (const contents of [-1, 1.5, '7', 2 ** 60]) {
      node.metrics = { contents };
      expect(await own.peers.retry(node.host)).toMatchObject({ contents: null });
    }
  });

  it('shows on the map which listed peers named each other', async () => {
    const other = await startAnsweringNode({ now: () => own.time.now });
    node.known = [other.listing(), { ...node.listing() }];
    other.known = [node.listing()];
    await own.peers.add(node.host);
    await own.peers.settled();
    expect(new Set(own.peers.map().links)).toEqual(
      new Set([
        { from: node.host, to: other.host },
        { from: other.host, to: node.host },
      ]),
    );
    await own.peers.remove(other.host);
    expect(own.peers.map()).toEqual({ links: [] });
    await other.stop();
  });
});
