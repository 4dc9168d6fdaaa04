import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/messages/message.ts';
import { message } from '../../src/core/messages/message.ts';
import { type Identity, identityFromSeed } from '../../src/crypto/identity.ts';
import { randomKey } from '../support/random-bytes.ts';
import { type AnsweringNode, startAnsweringNode } from './support/answering-node.ts';
import { startTestPeers, type TestPeers } from './support/test-peers.ts';

let node: AnsweringNode;
let own: TestPeers;

beforeEach(async () => {
  node = await startAnsweringNode();
  own = startTestPeers();
});
afterEach(async () => {
  await own.stop();
  await node.stop();
});

describe('a node added by the owner', () => {
  it('is shown as compatible, with its key, version and latency, and listed to others', async () => {
    const peer = await own.peers.add(node.host);
    expect(peer).toMatchObject({
      host: node.host,
      state: 'compatible',
      public_key: node.identity.id,
      version: '1.0.0',
      capabilities: ['storage'],
      warning: null,
      source: 'named',
      last_contact: new Date(own.time.now).toISOString(),
      failure: null,
      offered_key: null,
    });
    expect(peer.latency_ms).toBeGreaterThan(0);
    expect(own.peers.list()).toEqual([peer]);
    expect(own.peers.knownNodes().nodes).toEqual([
      {
        public_key: node.identity.id,
        public_host: node.host,
        version: '1.0.0',
        node_type: 'public',
        compatibility: 'compatible',
        capabilities: ['storage'],
        metrics: { uptime_s: 1 },
        last_seen: peer.last_contact,
        latency_ms: peer.latency_ms,
      },
    ]);
    expect(own.changes.count).toBeGreaterThan(0);
  });

  it('has a warning with both versions when their MINOR parts differ', async () => {
    node.version = '1.7.3';
    const peer = await own.peers.add(node.host);
    expect(peer.state).toBe('warning');
    expect(Object.values(peer.warning?.params ?? {}).sort()).toEqual(['1.0.0', '1.7.3']);
    expect(own.peers.knownNodes().nodes).toMatchObject([{ compatibility: 'warning' }]);
  });

  it('is shown but not used or listed to others when it is incompatible', async () => {
    const third = await startAnsweringNode();
    node.version = '2.0.0';
    node.known = [third.listing()];
    expect(await own.peers.add(node.host)).toMatchObject({ state: 'incompatible', version: '2.0.0' });
    await own.peers.settled();
    expect(own.peers.knownNodes().nodes).toEqual([]);
    expect(own.peers.list()).toHaveLength(1);
    expect(third.handshakes).toEqual([]);
    await third.stop();
  });

  it.each([
    ['127.0.0.1:PORT', 'http://127.0.0.1:PORT'],
    ['  http://127.0.0.1:PORT/api/v1/network.info?x#y ', 'http://127.0.0.1:PORT'],
    ['HTTP://127.1:PORT', 'http://127.0.0.1:PORT'],
  ])('may be given as %j', async (given, host) => {
    const port = new URL(node.host).port;
    expect(await own.peers.add(given.replace('PORT', port))).toMatchObject({
      host: host.replace('PORT', port),
      state: 'compatible',
    });
  });

  it('with its bare name is contacted by https', async () => {
    expect(await own.peers.add('node.invalid')).toMatchObject({
      host: 'https://node.invalid',
      failure: { code: 'name_not_found' },
    });
  });

  it.each(['', 'ftp://node.example.org', 'http://', 'https://me:secret@node.example.org', 'a b'])(
    'is rejected when given as %j',
    async (given) => {
      await expect(own.peers.add(given)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(own.peers.list()).toEqual([]);
    },
  );

  it('stays on the list when it can’t be reached, with the reason and the time of the next try', async () => {
    await node.stop();
    const peer = await own.peers.add(node.host);
    expect(peer).toMatchObject({
      state: 'unreachable',
      public_key: null,
      failure: { code: 'refused', at: new Date(own.time.now).toISOString() },
    });
    const pause = Date.parse(peer.next_attempt ?? '') - own.time.now;
    expect(pause).toBeGreaterThanOrEqual(30_000);
    expect(pause).toBeLessThan(36_000);
    await node.restart();
    expect(await own.peers.retry(node.host)).toMatchObject({ state: 'compatible', failure: null });
  });

  it('is removed permanently, and not learned again from others', async () => {
    const other = await startAnsweringNode();
    await own.peers.add(node.host);
    await own.peers.remove(node.host);
    expect(own.peers.list()).toEqual([]);
    expect(own.peers.knownNodes().nodes).toEqual([]);
    other.known = [node.listing()];
    await own.peers.add(other.host);
    await own.peers.settled();
    expect(own.peers.list().map(({ host }) => host)).toEqual([other.host]);
    expect(await own.peers.add(node.host)).toMatchObject({ state: 'compatible' });
    await other.stop();
  });

  it('must be on the list to be removed, retried or trusted again', async () => {
    const notFound = expect.objectContaining({ code: 'peer_not_found' });
    await expect(own.peers.remove(node.host)).rejects.toEqual(notFound);
    await expect(own.peers.retry(node.host)).rejects.toEqual(notFound);
    await expect(own.peers.acceptKey(node.host, node.identity.id)).rejects.toEqual(notFound);
  });
});

describe('the description of this node', () => {
  it('contains neither host nor storage metrics of a private node', async () => {
    await own.stop();
    own = startTestPeers({ nodeType: 'private', publicHost: 'https://secret.example.org' });
    await own.peers.add(node.host);
    expect(node.handshakes).toHaveLength(1);
    expect(node.handshakes[0]).toMatchObject({ node_type: 'private', metrics: {} });
    expect(JSON.stringify(node.handshakes)).not.toContain('secret.example.org');
  });

  it('contains the host of a public node', async () => {
    await own.stop();
    own = startTestPeers({ nodeType: 'public', publicHost: 'https://own.example.org' });
    await own.peers.add(node.host);
    expect(node.handshakes[0]).toMatchObject({
      node_type: 'public',
      public_host: 'https://own.example.org',
      metrics: { contents: 7 },
    });
  });
});

describe('an answer that can’t be verified is not used', () => {
  const expectUnused = async (code: string, expected: Message): Promise<void> => {
    const peer = await own.peers.add(node.host);
    expect(peer).toMatchObject({ state: 'unreachable', public_key: null, failure: { code } });
    expect(peer.failure?.message).toEqual(expected);
    expect(own.peers.knownNodes().nodes).toEqual([]);
  };

  it('when replayed from an earlier handshake', async () => {
    let recorded = '';
    node.intercept = (_request, response) => {
      const end = response.end.bind(response);
      response.end = ((text: string) => {
        recorded = text;
        return end(text);
      }) as typeof response.end;
      return false;
    };
    const first = startTestPeers();
    await first.peers.add(node.host);
    expect(first.peers.knownNodes().nodes).toHaveLength(1);
    await first.stop();
    node.intercept = (_request, response) => {
      response.setHeader('content-type', 'application/json').end(recorded);
      return true;
    };
    await expectUnused('invalid_answer', message('peers.invalidAnswer'));
  });

  it('when relayed from another host', async () => {
    node.statedHost = 'https://elsewhere.example.org';
    await expectUnused('invalid_answer', message('peers.otherAddress', { host: node.statedHost }));
  });

  it('when sent by a private node', async () => {
    node.nodeType = 'private';
    await expectUnused('invalid_answer', message('peers.privateNode'));
  });

  it('when it is other JSON', async () => {
    node.intercept = (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"hello":"world"}');
      return true;
    };
    await expectUnused('not_a_node', message('peers.notANode'));
  });

  it('when sent by this node itself', async () => {
    node.identity = own.identity;
    await expectUnused('self', message('peers.self'));
  });
});

describe('a refusal', () => {
  it('because of the clock states direction and difference', async () => {
    node.now = () => own.time.now + 7 * 60_000;
    expect((await own.peers.add(node.host)).failure).toMatchObject({
      code: 'clock_off',
      message: { reason: 'peers.clockBehind', params: { difference: expect.closeTo(7 * 60_000, -4) } },
    });
    node.now = () => own.time.now - 26 * 3_600_000;
    expect((await own.peers.retry(node.host)).failure).toMatchObject({
      code: 'clock_off',
      message: { reason: 'peers.clockAhead', params: { difference: expect.closeTo(26 * 3_600_000, -4) } },
    });
  });

  it('without a signature reports nothing about the clock', async () => {
    node.intercept = (_request, response) => {
      response.writeHead(401, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ code: 'stale_timestamp', timestamp: 1 }));
      return true;
    };
    expect((await own.peers.add(node.host)).failure).toMatchObject({
      code: 'rejected',
      message: message('peers.rejectedFor', { code: 'stale_timestamp' }),
    });
  });

  it('by another key than the pinned one reports nothing about the clock', async () => {
    await own.peers.add(node.host);
    node.identity = identityFromSeed(randomKey());
    node.now = () => own.time.now + 7 * 60_000;
    expect((await own.peers.retry(node.host)).failure).toMatchObject({ code: 'rejected' });
  });

  it('never shows text of the other side', async () => {
    node.intercept = (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ code: 'Call +1 555 now', detail: '<b>evil</b>' }));
      return true;
    };
    const { failure } = await own.peers.add(node.host);
    expect(JSON.stringify(failure)).not.toMatch(/555|evil/);
  });

  it('for too many requests is respected, up to an hour', async () => {
    node.intercept = (_request, response) => {
      response.writeHead(429, { 'retry-after': '90000' }).end();
      return true;
    };
    expect(await own.peers.add(node.host)).toMatchObject({
      failure: { code: 'rate_limited' },
      next_attempt: new Date(own.time.now + 3_600_000).toISOString(),
    });
  });
});

describe('a changed key', () => {
  let oldIdentity: Identity;
  let oldKey: string;
  let newKey: string;

  beforeEach(async () => {
    oldIdentity = node.identity;
    oldKey = oldIdentity.id;
    await own.peers.add(node.host);
    node.identity = identityFromSeed(randomKey());
    newKey = node.identity.id;
    const third = await startAnsweringNode();
    node.known = [third.listing()];
    await own.peers.retry(node.host);
    await own.peers.settled();
    expect(third.handshakes).toEqual([]);
    await third.stop();
    node.known = [];
  });

  it('is shown, and the node is not used until the key is accepted', async () => {
    expect(own.peers.list()).toMatchObject([
      { state: 'key_changed', public_key: oldKey, offered_key: newKey, failure: { code: 'key_changed' } },
    ]);
    expect(own.peers.knownNodes().nodes).toEqual([]);
    expect(await own.peers.acceptKey(node.host, newKey)).toMatchObject({
      state: 'compatible',
      public_key: newKey,
      offered_key: null,
      failure: null,
    });
    expect(own.peers.knownNodes().nodes).toMatchObject([{ public_key: newKey }]);
  });

  it('can’t be replaced by a key that the node does not have', async () => {
    const other = identityFromSeed(randomKey()).id;
    await expect(own.peers.acceptKey(node.host, other)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(own.peers.list()).toMatchObject([{ state: 'key_changed', public_key: oldKey }]);
  });

  it('is discarded when the pinned key is back', async () => {
    node.identity = oldIdentity;
    expect(await own.peers.retry(node.host)).toMatchObject({
      state: 'compatible',
      public_key: oldKey,
      offered_key: null,
    });
  });
});

it('keeps a node at its new host only, and at its old one if the owner named it', async () => {
  const moved = await startAnsweringNode();
  await own.peers.add(node.host);
  moved.identity = node.identity;
  expect(await own.peers.add(moved.host)).toMatchObject({ state: 'compatible' });
  expect(own.peers.knownNodes().nodes).toMatchObject([{ public_host: moved.host }]);
  expect(own.peers.list()).toMatchObject([{ host: moved.host }, { host: node.host, state: 'candidate' }]);
  await moved.stop();
});

it('omits metrics from the known nodes that would make the list invalid or too large', async () => {
  const passedOn = () => own.peers.knownNodes().nodes.map(({ metrics }) => metrics);
  node.metrics = { huge: 1e20, uptime_s: 3 };
  // Another spelling of the same signed number, which is strict JSON, but not if this node rewrote it.
  node.intercept = (_request, response) => {
    const end = response.end.bind(response);
    response.end = ((text: string) => end(text.replace(`1${'0'.repeat(20)}`, '1e20'))) as typeof response.end;
    return false;
  };
  await own.peers.add(node.host);
  expect(passedOn()).toEqual([{}]);
  node.metrics = { much: 'x'.repeat(5000) };
  await own.peers.retry(node.host);
  expect(passedOn()).toEqual([{}]);
  node.metrics = { uptime_s: 4.5 };
  await own.peers.retry(node.host);
  expect(passedOn()).toEqual([{ uptime_s: 4.5 }]);
});

it('logs only changes of state, never keys', async () => {
  await own.peers.add(node.host);
  await own.peers.retry(node.host);
  await node.stop();
  await own.peers.retry(node.host);
  await own.peers.retry(node.host);
  const lines = own.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { level: 30, peer: node.host, state: 'compatible' },
    { level: 30, peer: node.host, state: 'unreachable', reason: 'refused' },
  ]);
  expect(own.logged.join()).not.toContain(node.identity.id);
});
