import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnownNode } from '../../src/contract/node-api/peers.ts';
import { type AnsweringNode, startAnsweringNode } from './support/answering-node.ts';
import { startTestPeers, type TestPeers, type TestPeersOptions } from './support/test-peers.ts';

let nodes: AnsweringNode[] = [];
let own: TestPeers;

const startOwn = async (options: TestPeersOptions): Promise<void> => {
  await own.stop();
  own = startTestPeers(options);
};

beforeEach(async () => {
  nodes = await Promise.all([1, 2, 3].map(() => startAnsweringNode({ now: () => own.time.now })));
  own = startTestPeers();
});
afterEach(async () => {
  await own.stop();
  await Promise.all(nodes.map((each) => each.stop()));
});

const node = (index: number): AnsweringNode => nodes[index] as AnsweringNode;
const stateOf = (host: string) => own.peers.list().find((peer) => peer.host === host)?.state;

describe('nodes named by others', () => {
  it('are contacted at once and recorded after a handshake, and then theirs', async () => {
    node(0).known = [node(1).listing()];
    node(1).known = [node(2).listing(), node(0).listing()];
    await own.peers.add(node(0).host);
    await own.peers.settled();
    expect(own.peers.list()).toMatchObject([
      { host: node(0).host, source: 'named', state: 'compatible' },
      { source: 'learned', state: 'compatible' },
      { source: 'learned', state: 'compatible' },
    ]);
    expect(new Set(own.peers.knownNodes().nodes.map(({ public_key }) => public_key))).toEqual(
      new Set(nodes.map(({ identity }) => identity.id)),
    );
    expect(nodes.map(({ handshakes }) => handshakes.length)).toEqual([1, 1, 1]);
  });

  it('are not listed to others before their own handshake', async () => {
    await node(1).stop();
    node(0).known = [node(1).listing()];
    await own.peers.add(node(0).host);
    await own.peers.settled();
    expect(stateOf(node(1).host)).toBe('unreachable');
    expect(own.peers.knownNodes().nodes.map(({ public_host }) => public_host)).toEqual([node(0).host]);
  });

  it('are not contacted at private addresses, unless allowed', async () => {
    await startOwn({ allowPrivateHosts: false });
    node(0).known = [node(1).listing()];
    await own.peers.add(node(0).host);
    await own.peers.settled();
    expect(node(1).handshakes).toEqual([]);
    expect(own.peers.list()).toMatchObject([
      { host: node(0).host, state: 'compatible' },
      { host: node(1).host, state: 'unreachable', failure: { code: 'address_not_allowed' } },
    ]);
    expect(await own.peers.add(node(1).host)).toMatchObject({ state: 'compatible', source: 'named' });
  });

  it('may be invalid: only the valid ones are used', async () => {
    await startOwn({ nodeType: 'public', publicHost: 'https://own.example.org' });
    const junk = [
      {},
      7,
      { ...node(1).listing(), public_host: 'javascript:alert(1)' },
      { ...node(1).listing(), public_host: 'https://me:secret@node.example.org' },
      { ...node(1).listing(), public_host: `https://${'x'.repeat(5000)}.example.org` },
      { ...node(1).listing(), public_host: 'https://own.example.org' },
      { ...node(1).listing(), public_key: own.identity.id, public_host: 'https://other.example.org' },
      node(2).listing(),
    ];
    node(0).known = junk as KnownNode[];
    await own.peers.add(node(0).host);
    await own.peers.settled();
    expect(new Set(own.peers.list().map(({ host }) => host))).toEqual(new Set([node(0).host, node(2).host]));
  });

  it('may include this node, which is detected and not retried', async () => {
    node(1).identity = own.identity;
    node(0).known = [{ ...node(1).listing(), public_key: node(2).identity.id }];
    await own.peers.add(node(0).host);
    await own.peers.settled();
    await own.peers.retry(node(0).host);
    await own.peers.settled();
    expect(own.peers.list().map(({ host }) => host)).toEqual([node(0).host]);
  });

  it('are at most 256 per answer and 1,000 in all, without dropping nodes of the owner', async () => {
    await startOwn({ resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) });
    await node(2).stop();
    await own.peers.add(node(2).host);
    await own.peers.add(node(1).host);
    for (let answer = 0; answer < 5; answer++) {
      node(0).known = Array.from({ length: 1000 }, (_, i) => ({
        ...node(1).listing(),
        public_host: `http://n${answer}-${i}.example`,
      }));
      await own.peers.add(node(0).host);
      await own.peers.settled();
      expect(own.peers.list()).toHaveLength(Math.min(1000, 3 + 256 * (answer + 1)));
    }
    expect(own.peers.list().filter(({ source }) => source === 'named')).toHaveLength(3);
    expect(own.peers.knownNodes().nodes).toHaveLength(2);
  });

  it('are rejected as too large in an answer of a million', async () => {
    node(0).intercept = (_request, response) => {
      response
        .setHeader('content-type', 'application/json')
        .end(`{"known_public_nodes":[${'{},'.repeat(1e6)}{}]}`);
      return true;
    };
    expect(await own.peers.add(node(0).host)).toMatchObject({ failure: { code: 'invalid_answer' } });
  });
});

describe('the schedule of handshakes', () => {
  const attempts = (index: number): number => node(index).handshakes.length;

  it('starts with the configured nodes, at any address', async () => {
    await startOwn({ bootstrap: [node(0).host, node(1).host], allowPrivateHosts: false });
    await own.peers.start();
    await own.peers.settled();
    expect(own.peers.list()).toMatchObject([
      { source: 'named', state: 'compatible' },
      { source: 'named', state: 'compatible' },
    ]);
  });

  it.each([
    [0, 480_000],
    [0.5, 600_000],
    [0.9999, 719_000],
  ])('repeats handshakes after 10 minutes, plus or minus 20 %% (at random %d)', async (random, pause) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    await own.peers.add(node(0).host);
    await own.peers.runDue();
    own.time.now += 36_000;
    await own.peers.runDue();
    expect(attempts(0)).toBe(3);
    own.time.now += pause - 1;
    await own.peers.runDue();
    expect(attempts(0)).toBe(3);
    own.time.now += 1000;
    await own.peers.runDue();
    expect(attempts(0)).toBe(4);
    vi.restoreAllMocks();
  });

  it('repeats half a minute after the start, when nodes started at the same time are listed', async () => {
    await own.peers.add(node(0).host);
    await own.peers.runDue();
    node(0).known = [node(1).listing()];
    own.time.now += 36_000;
    await own.peers.runDue();
    await own.peers.settled();
    expect(own.peers.list()).toMatchObject([{ state: 'compatible' }, { state: 'compatible' }]);
  });

  it.each([
    [0, [30, 60, 120, 240, 480, 960, 1920, 3000, 3000]],
    [0.99999999, [36, 72, 144, 288, 576, 1152, 2304, 3600, 3600]],
  ])(
    'skips a failing node for 30 s, then twice as long each time, up to an hour (at random %d)',
    async (random, expected) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      await node(0).stop();
      await own.peers.add(node(0).host);
      const pauses: number[] = [];
      for (let i = 0; i < 9; i++) {
        const [peer] = own.peers.list();
        const pause = Date.parse(peer?.next_attempt ?? '') - own.time.now;
        pauses.push(pause / 1000);
        own.time.now += pause - 1;
        await own.peers.runDue();
        expect(own.peers.list()).toEqual([peer]);
        own.time.now += 1;
        await own.peers.runDue();
      }
      vi.restoreAllMocks();
      expect(pauses).toEqual(expected);
      await node(0).restart();
      own.time.now += 3_600_000;
      await own.peers.runDue();
      expect(own.peers.list()).toMatchObject([{ state: 'compatible', next_attempt: null }]);
    },
  );

  it('continues when the clock was set back', async () => {
    await node(0).stop();
    await own.peers.add(node(0).host);
    await own.peers.runDue();
    await node(0).restart();
    own.time.now -= 86_400_000;
    await own.peers.runDue();
    expect(stateOf(node(0).host)).toBe('compatible');
  });

  it('does not list a node that failed three times, until it is back', async () => {
    await own.peers.add(node(0).host);
    await node(0).stop();
    await own.peers.retry(node(0).host);
    await own.peers.retry(node(0).host);
    expect(own.peers.knownNodes().nodes).toHaveLength(1);
    await own.peers.retry(node(0).host);
    expect(own.peers.knownNodes().nodes).toEqual([]);
    await node(0).restart();
    await own.peers.retry(node(0).host);
    expect(own.peers.knownNodes().nodes).toHaveLength(1);
  });

  it('contacts a host once for concurrent requests', async () => {
    await Promise.all([own.peers.add(node(0).host), own.peers.add(node(0).host), own.peers.runDue()]);
    await own.peers.retry(node(0).host);
    expect(attempts(0)).toBe(2);
  });

  it('stops at once, also during a handshake, which is not recorded', async () => {
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    node(0).intercept = () => {
      asked();
      return true;
    };
    await own.peers.start();
    const adding = own.peers.add(node(0).host);
    await isAsked;
    await own.peers.stop();
    expect(await adding).toMatchObject({ state: 'candidate', failure: null });
  });
});

describe('the practice network', () => {
  it('is on the list while it runs', async () => {
    await startOwn({ allowPrivateHosts: false });
    await own.peers.setPractice(node(0).host);
    expect(own.peers.list()).toMatchObject([{ host: node(0).host, source: 'practice', state: 'compatible' }]);
    await own.peers.setPractice(node(1).host);
    expect(own.peers.list()).toMatchObject([{ host: node(1).host, source: 'practice', state: 'compatible' }]);
    await own.peers.setPractice(undefined);
    expect(own.peers.list()).toEqual([]);
  });
});
