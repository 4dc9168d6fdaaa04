import { afterEach, beforeEach, expect, it } from 'vitest';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { randomKey } from '../support/random-bytes.ts';
import { type AnsweringNode, startAnsweringNode } from './support/answering-node.ts';
import { startTestPeers, type TestPeers } from './support/test-peers.ts';

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

it('records a peer when its state changes, and not every handshake', async () => {
  await own.peers.add(node.host);
  await own.peers.retry(node.host);
  await node.stop();
  await own.peers.retry(node.host);
  await own.peers.retry(node.host);
  await node.restart();
  await own.peers.retry(node.host);
  node.identity = identityFromSeed(randomKey());
  await own.peers.retry(node.host);
  await own.peers.retry(node.host);
  expect(own.noted.map(({ detail }) => detail)).toEqual([
    'activity.peerConnected',
    'activity.peerUnreachable',
    'activity.peerConnected',
    'activity.peerKeyChanged',
  ]);
  for (const activity of own.noted) {
    expect(activity).toMatchObject({
      kind: 'peer',
      actor: { type: 'peer', name: node.host },
      subject: node.host,
    });
  }
});
