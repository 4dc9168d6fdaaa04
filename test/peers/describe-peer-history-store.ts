import { describe, expect, it } from 'vitest';
import type {
  ExchangeTotals,
  Latency,
  PeerHistoryStore,
} from '../../src/features/peers/peer-history-store.ts';
import type { PeerStore } from '../../src/features/peers/peer-store.ts';

const exchangeOf = (n: number): ExchangeTotals => ({
  handshakes: n,
  receivedBytes: n * 2 ** 40,
  sentBytes: 2 * n,
  fetchedContents: 3 * n,
  sharedContents: 4 * n,
});
const latency = (host: string, latencyMs: number | null): Latency => ({ host, at: 1000, latencyMs });
const none = new Map<string, ExchangeTotals>();

/** The tests that every implementation of `PeerHistoryStore` passes; `makeStores` makes empty ones. */
export function describePeerHistoryStore(
  name: string,
  makeStores: () => Promise<{ history: PeerHistoryStore; peers: PeerStore }>,
): void {
  const latenciesOf = async (history: PeerHistoryStore, host: string) =>
    (await history.latencies(host)).map(({ latencyMs }) => latencyMs);

  describe(name, () => {
    it('keeps the newest latencies of each peer, in their order', async () => {
      const { history, peers } = await makeStores();
      for (const host of ['a', 'b']) await peers.add(host, 'named', 0);
      await history.add([latency('a', 1.25), latency('b', 9), latency('a', null)], none, 3);
      await history.add([latency('a', 3), latency('a', 4)], none, 3);
      expect(await history.latencies('a')).toEqual([
        { at: 1000, latencyMs: null },
        { at: 1000, latencyMs: 3 },
        { at: 1000, latencyMs: 4 },
      ]);
      expect(await latenciesOf(history, 'b')).toEqual([9]);
    });

    it('adds up totals', async () => {
      const { history, peers } = await makeStores();
      await peers.add('a', 'named', 0);
      for (const n of [1, 2]) await history.add([], new Map([['a', exchangeOf(n)]]), 3);
      expect(await history.exchanges()).toEqual(new Map([['a', exchangeOf(3)]]));
    });

    it('has no figures of hosts that are not on the list', async () => {
      const { history, peers } = await makeStores();
      for (const host of ['removed', 'practice', 'again']) await peers.add(host, 'named', 0);
      await peers.remove('removed');
      const all = ['removed', 'practice', 'again', 'unknown'];
      const exchanges = new Map(all.map((host) => [host, exchangeOf(1)]));
      await history.add(
        all.map((host) => latency(host, 1)),
        exchanges,
        3,
      );
      expect([...(await history.exchanges()).keys()].toSorted()).toEqual(['again', 'practice']);
      await peers.add('practice', 'practice', 0);
      await peers.endPractice(undefined);
      await peers.remove('again');
      for (const host of all) {
        await peers.add(host, 'named', 0);
        expect(await latenciesOf(history, host), host).toEqual([]);
      }
      expect(await history.exchanges()).toEqual(none);
    });

    it('writes all figures or none', async () => {
      const { history, peers } = await makeStores();
      await peers.add('a', 'named', 0);
      const broken = latency('a', 'slow' as never);
      await expect(
        history.add([latency('a', 1), broken], new Map([['a', exchangeOf(1)]]), 3),
      ).rejects.toThrow();
      expect([await latenciesOf(history, 'a'), await history.exchanges()]).toEqual([[], none]);
    });
  });
}
