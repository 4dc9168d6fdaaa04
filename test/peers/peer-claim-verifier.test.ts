import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HandshakeRequest } from '../../src/contract/node-api/peers.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { createRequest } from '../../src/features/peers/handshake/handshake-request.ts';
import { randomKey } from '../support/random-bytes.ts';
import { type AnsweringNode, startAnsweringNode } from './support/answering-node.ts';
import { startTestPeers, type TestPeers } from './support/test-peers.ts';

let node: AnsweringNode;
let own: TestPeers;

beforeEach(async () => {
  node = await startAnsweringNode();
  own = startTestPeers({ nodeType: 'public', publicHost: 'http://127.0.0.1:9' });
});
afterEach(async () => {
  await own.stop();
  await node.stop();
});

/** The request of a node with `publicHost` as its origin. */
const requestOf = (from: AnsweringNode, publicHost = from.host): HandshakeRequest =>
  createRequest(
    from.identity,
    {
      version: from.version,
      node_type: 'public',
      public_host: publicHost,
      metrics: { contents: 3 },
      capabilities: ['storage'],
    },
    { now: own.time.now },
  );

async function claim(publicHost: string, request: HandshakeRequest): Promise<void> {
  own.peers.verifyClaim(publicHost, request);
  await own.peers.settled();
}

describe('a public node that sends a handshake', () => {
  it('is recorded as verified once its host shows the same key', async () => {
    await claim(node.host, requestOf(node));
    expect(node.infos).toBe(1);
    expect(own.peers.knownNodes().nodes).toMatchObject([
      {
        public_host: node.host,
        public_key: node.identity.id,
        compatibility: 'compatible',
        metrics: { contents: 3 },
      },
    ]);
    expect(own.peers.list()).toMatchObject([{ host: node.host, state: 'compatible', source: 'learned' }]);
  });

  it('is not recorded when its host has another key', async () => {
    const request = requestOf(node);
    node.identity = identityFromSeed(randomKey());
    await claim(node.host, request);
    expect(node.infos).toBe(1);
    expect(own.peers.list()).toEqual([]);
  });

  it('is not recorded when its host claims to be private', async () => {
    node.nodeType = 'private';
    await claim(node.host, requestOf(node));
    expect(own.peers.list()).toEqual([]);
  });

  it('is not recorded, and nothing is logged, when its host does not answer', async () => {
    await node.stop();
    await claim(node.host, requestOf(node));
    expect(own.peers.list()).toEqual([]);
    expect(own.logged).toEqual([]);
  });

  it('is not verified again soon, whatever the number of its handshakes or failures', async () => {
    for (let i = 0; i < 50; i++) own.peers.verifyClaim(node.host, requestOf(node));
    await own.peers.settled();
    await claim(node.host, requestOf(node));
    expect(node.infos).toBe(1);
    own.time.now += 599_000;
    await claim(node.host, requestOf(node));
    expect(node.infos).toBe(1);
    own.time.now += 1_000;
    await claim(node.host, requestOf(node));
    expect(node.infos).toBe(2);
  });

  it('cannot cause repeated requests to a third party under different keys', async () => {
    for (let i = 0; i < 50; i++) {
      const liar = { ...node, identity: identityFromSeed(randomKey()) };
      own.peers.verifyClaim(node.host, requestOf(liar, node.host));
    }
    await own.peers.settled();
    expect(node.infos).toBe(1);
    own.time.now += 60_000;
    await claim(node.host, requestOf(node));
    expect(node.infos).toBe(2);
    expect(own.peers.knownNodes().nodes).toHaveLength(1);
  });

  it('can’t block the queue: requests are dropped while it is full', async () => {
    let asked = 0;
    const waiting: (() => void)[] = [];
    await own.stop();
    own = startTestPeers({
      nodeType: 'public',
      resolve: () => {
        asked++;
        return new Promise((_resolve, reject) => {
          waiting.push(() => reject(Object.assign(new Error(), { code: 'ENOTFOUND' })));
        });
      },
    });
    for (let i = 0; i < 1000; i++) {
      const host = `http://n${i}.example`;
      own.peers.verifyClaim(host, requestOf(node, host));
    }
    const settled = own.peers.settled();
    const timer = setInterval(() => waiting.splice(0).forEach((answer) => void answer()), 1);
    await settled;
    clearInterval(timer);
    expect(asked).toBe(4 + 64);
  });

  it('can’t claim to be this node or to have its address', async () => {
    await claim('http://127.0.0.1:9', requestOf(node, 'http://127.0.0.1:9'));
    await claim(node.host, { ...requestOf(node), public_key: own.identity.id });
    expect(node.infos).toBe(0);
    expect(own.peers.list()).toEqual([]);
  });

  it('is not contacted at a private address', async () => {
    await own.stop();
    own = startTestPeers({ nodeType: 'public', allowPrivateHosts: false });
    await claim(node.host, requestOf(node));
    expect(node.infos).toBe(0);
    expect(own.peers.list()).toEqual([]);
  });

  it('stays off the list when the owner removed it', async () => {
    await own.peers.add(node.host);
    await own.peers.remove(node.host);
    await claim(node.host, requestOf(node));
    expect(node.infos).toBe(0);
    expect(own.peers.list()).toEqual([]);
  });

  it('can’t replace a pinned key', async () => {
    await own.peers.add(node.host);
    const pinned = node.identity.id;
    node.identity = identityFromSeed(randomKey());
    await claim(node.host, requestOf(node));
    expect(own.peers.list()).toMatchObject([
      { state: 'key_changed', public_key: pinned, offered_key: node.identity.id },
    ]);
    expect(own.peers.knownNodes().nodes).toEqual([]);
  });

  it('that moved is kept at its new host only', async () => {
    const moved = await startAnsweringNode();
    await claim(node.host, requestOf(node));
    moved.identity = node.identity;
    await claim(moved.host, requestOf(moved));
    expect(own.peers.list().map(({ host }) => host)).toEqual([moved.host]);
    await moved.stop();
  });
});
