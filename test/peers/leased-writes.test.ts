import { expect, it, onTestFinished } from 'vitest';
import { type Lease, soleLeader } from '../../src/core/concurrency/leader.ts';
import type { NewLatency } from '../../src/features/peers/peer-history-store.ts';
import type { PeerStore } from '../../src/features/peers/peer-store.ts';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import { startAnsweringNode } from './support/answering-node.ts';
import { startTestPeers, temporaryRepositories } from './support/test-peers.ts';

const lease: Lease = { job: 'handshake rounds', holder: 'this replica', fence: 7 };

it('writes of a round carry its lease, also those about nodes that others name', async () => {
  const [named, learned, gone] = await Promise.all([
    startAnsweringNode(),
    startAnsweringNode(),
    startAnsweringNode(),
  ]);
  named.known = [learned.listing()];
  await gone.stop();
  const own = temporaryRepositories();
  const writes: [string, Lease | undefined][] = [];
  const peerStore = listed(new PeerRepository(own.db), writes);
  const latencies: NewLatency[] = [];
  const { peers, stop } = startTestPeers({
    leader: { run: (job, work) => soleLeader.run(job, (signal) => work(signal, lease)) },
    stores: {
      stored: new StoredPeers(peerStore),
      history: {
        add: async (given) => void latencies.push(...given),
        exchanges: async () => new Map(),
        latencies: async () => [],
      },
    },
  });
  onTestFinished(async () => {
    await stop();
    await Promise.all([named.stop(), learned.stop()]);
    own.close();
  });
  await peerStore.add(named.host, 'named', 0);
  await peerStore.add(gone.host, 'named', 0);
  await peers.open();
  await peers.start();
  const done = () => writes.map(([write]) => write).toSorted();
  await expect.poll(done).toEqual(['learn', 'recordFailure', 'recordProof', 'recordProof']);
  expect(new Set(writes.map(([, given]) => given))).toEqual(new Set([lease]));
  await peers.history(named.host);
  expect(latencies).toHaveLength(3);
  expect(latencies.every((latency) => latency.lease === lease)).toBe(true);

  // What the owner does is no part of the job.
  writes.splice(0);
  await peers.retry(gone.host);
  expect(writes).toEqual([['recordFailure', undefined]]);
});

/** A store that lists the lease of each write that a round may make. */
function listed(store: PeerRepository, writes: [string, Lease | undefined][]): PeerStore {
  const note = (write: string, given: Lease | undefined) => void writes.push([write, given]);
  return {
    all: () => store.all(),
    find: (hosts) => store.find(hosts),
    add: (host, source, at) => store.add(host, source, at),
    acceptKey: (host, key) => store.acceptKey(host, key),
    endPractice: (host) => store.endPractice(host),
    follow: () => store.follow(),
    learn: (hosts, at, limits, given) => {
      note('learn', given);
      return store.learn(hosts, at, limits);
    },
    recordProof: (proof, given) => {
      note('recordProof', given);
      return store.recordProof(proof);
    },
    recordFailure: (failure, given) => {
      note('recordFailure', given);
      return store.recordFailure(failure);
    },
    remove: (host, given) => {
      note('remove', given);
      return store.remove(host);
    },
    retrySoon: (now, withinMs, max, given) => {
      note('retrySoon', given);
      return store.retrySoon(now, withinMs, max);
    },
  };
}
