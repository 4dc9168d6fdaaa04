import { afterEach, beforeEach, expect, it } from 'vitest';
import { message } from '../../src/core/messages/message.ts';
import type { PeerProof } from '../../src/features/peers/peer-store.ts';
import { selectRoundHosts } from '../../src/features/peers/rounds/round-selection.ts';
import { startTestPeers, type TestPeers } from './support/test-peers.ts';

let own: TestPeers;

beforeEach(() => {
  own = startTestPeers();
});
afterEach(() => own.stop());

const hostOf = (i: number): string => `https://n${String(i).padStart(4, '0')}.example.org`;

const learn = (i: number, at: number, peers = 1000): Promise<string[]> =>
  own.stored.learn([hostOf(i)], at, { max: 10_000, periodMs: 600_000, peers });

/** Node `i` completed a handshake at the time `at`. */
async function prove(i: number, at: number, more: Partial<PeerProof> = {}): Promise<void> {
  await learn(i, at);
  await own.stored.recordProof({
    host: hostOf(i),
    publicKey: `key${i}`,
    version: '1.0.0',
    capabilities: '[]',
    metrics: '{}',
    compatibility: 'compatible',
    warning: null,
    latencyMs: i,
    nextAttempt: null,
    at,
    otherHostsNextAttempt: at,
    ...more,
  });
}

const fail = (i: number) =>
  own.stored.recordFailure({
    host: hostOf(i),
    code: 'timeout',
    message: message('peers.timeout'),
    remedy: message('peers.timeoutRemedy'),
    reportedBy: 'this_node',
    at: 0,
    nextAttempt: 0,
    offeredKey: null,
  });

const hosts = (): string[] => own.stored.all().map(({ host }) => host);

it('lists at most 256 nodes to others, the most recent first', async () => {
  for (let i = 0; i < 300; i++) await prove(i, own.time.now - 1000 - ((i * 7) % 300));
  const seen = own.peers.knownNodes().nodes.map(({ last_seen }) => Date.parse(last_seen));
  expect(seen).toEqual(Array.from({ length: 256 }, (_, i) => own.time.now - 1000 - i));
});

it('drops unproven names first, then failing nodes, and long-known ones last', async () => {
  for (let i = 0; i < 999; i++) await prove(i, 1000 + i);
  await own.stored.add('https://named.example.org', 'named', 5000);
  await fail(3);
  await fail(4);
  await fail(4);
  // All proven: a new name does not fit.
  expect(await learn(2000, 6000)).toEqual([]);
  // A new node with a handshake still ranks below long-known ones.
  await own.stored.remove(hostOf(5));
  expect(await learn(2001, 6000)).toEqual([hostOf(2001)]);
  expect(own.stored.get(hostOf(5))).toMatchObject({ source: 'removed' });
  await prove(2001, 6000);
  await learn(2002, 6001, 999);
  expect(hosts()).not.toContain(hostOf(2002));
  expect(hosts()).not.toContain(hostOf(4));
  await learn(2003, 6001, 998);
  expect(hosts()).not.toContain(hostOf(3));
  await learn(2004, 6001, 997);
  expect(hosts()).not.toContain(hostOf(2001));
  expect(hosts()).toContain(hostOf(0));
  expect(hosts()).toContain('https://named.example.org');
});

it('sorts by state, then by nodes of the owner, then by latency', async () => {
  await prove(1, 1000, { latencyMs: 50 });
  await prove(2, 1000, { latencyMs: 5 });
  await prove(3, 1000, {
    compatibility: 'warning',
    warning: message('peers.versionsDiffer', { answering: '1.0.0', asking: '1.1.0' }),
  });
  await prove(4, 1000, { compatibility: 'incompatible' });
  await prove(5, 1000);
  await fail(5);
  await prove(6, 1000, { latencyMs: 900 });
  await own.stored.add(hostOf(6), 'named', 1000);
  await learn(7, 1000);
  expect(own.peers.list().map(({ host }) => host)).toEqual([6, 2, 1, 3, 7, 5, 4].map(hostOf));
});

it('selects the five best and the three longest silent peers for a round', async () => {
  for (let i = 0; i < 20; i++) await prove(i, 2000 - i);
  expect(selectRoundHosts(own.stored.all())).toEqual([0, 1, 2, 3, 4, 19, 18, 17].map(hostOf));
});

it('does not list peers without contact for a day', async () => {
  await prove(1, own.time.now);
  await prove(2, own.time.now - 1000);
  const listedHosts = () => own.peers.knownNodes().nodes.map(({ public_host }) => public_host);
  expect(listedHosts()).toEqual([1, 2].map(hostOf));
  own.time.now += 86_400_000 - 500;
  expect(listedHosts()).toEqual([hostOf(1)]);
  own.time.now += 501;
  expect(listedHosts()).toEqual([]);
  own.time.now -= 86_400_000;
  expect(listedHosts()).toEqual([1, 2].map(hostOf));
});
