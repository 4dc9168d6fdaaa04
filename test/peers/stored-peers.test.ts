import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { message } from '../../src/core/messages/message.ts';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import { temporaryRepositories } from './support/test-peers.ts';

const hosts = ['a', 'b', 'c', 'd'];
const timeout = { message: message('peers.timeout'), remedy: message('peers.timeoutRemedy') };

const proofOf = (host: string, key: string, at: number) => ({
  host,
  publicKey: key,
  version: '1.0.0',
  capabilities: '["storage"]',
  metrics: '{}',
  compatibility: 'compatible' as const,
  warning: at % 2 === 0 ? null : message('peers.versionsDiffer', { answering: '1.0.0', asking: '1.1.0' }),
  latencyMs: at,
  nextAttempt: null,
  at,
  failure: at % 3 === 0 ? { code: 'timeout' as const, ...timeout } : undefined,
  otherHostsNextAttempt: at + 1,
});

const failureOf = (host: string, key: string, at: number) => ({
  host,
  code: 'timeout' as const,
  ...timeout,
  reportedBy: 'this_node' as const,
  at,
  nextAttempt: at + 100,
  offeredKey: at % 2 === 0 ? key : null,
});

/** Commands by a host, a key and a time. */
const commands: Record<string, (peers: StoredPeers, host: string, key: string, at: number) => unknown> = {
  learn: (peers, host, _, at) => peers.learn([host, 'e', 'f'], at, { max: 2, limit: 3 + (at % 4) }),
  name: (peers, host, _, at) => peers.add(host, 'named', at),
  practise: (peers, host, _, at) => peers.add(host, 'practice', at),
  endPractice: (peers, host) => peers.endPractice(host),
  prove: (peers, host, key, at) => peers.recordProof(proofOf(host, key, at)),
  fail: (peers, host, key, at) => peers.recordFailure(failureOf(host, key, at)),
  accept: (peers, host, key) => peers.acceptKey(host, key),
  remove: (peers, host) => peers.remove(host),
  retry: (peers, _, __, at) => peers.retrySoon(at, 5, 1),
};

const byHost = (peers: StoredPeers) => peers.all().toSorted((a, b) => (a.host < b.host ? -1 : 1));

it('has the rows of the database after every command', () => {
  const { db, close } = temporaryRepositories();
  onTestFinished(close);
  const step = fc.tuple(
    fc.constantFrom(...Object.keys(commands)),
    fc.constantFrom(...hosts),
    fc.constantFrom('key 1', 'key 2'),
    fc.integer({ min: 0, max: 50 }),
  );
  const repository = new PeerRepository(db);
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      db.exec('DELETE FROM peers');
      const peers = new StoredPeers(repository);
      for (const [name, host, key, at] of steps) {
        const before = byHost(peers);
        commands[name]?.(peers, host, key, at);
        const stored = new StoredPeers(repository);
        expect(byHost(peers), name).toEqual(byHost(stored));
        for (const one of [...hosts, 'e', 'f']) expect(peers.get(one), name).toEqual(stored.get(one));
        if (JSON.stringify(before) !== JSON.stringify(byHost(peers))) seen.add(name);
      }
    }),
    { seed: 21, numRuns: 50 },
  );
  expect([...seen].toSorted()).toEqual(Object.keys(commands).toSorted());
});

it('remembers the 1,000 hosts that were removed last', () => {
  const { db, close } = temporaryRepositories();
  onTestFinished(close);
  const peers = new StoredPeers(new PeerRepository(db));
  for (let n = 0; n <= 1000; n += 1) {
    peers.add(`${n}`, 'named', n);
    peers.remove(`${n}`);
  }
  expect([peers.get('0'), peers.get('1')?.source, peers.all()]).toEqual([undefined, 'removed', []]);
});
