import { expect, it } from 'vitest';
import type { LocalPeer } from '../../src/contract/dashboard-api/peers.ts';
import { PeerTroubles } from '../../src/features/monitoring/peer-troubles.ts';

const host = 'https://a.example';
const peer = (
  state: LocalPeer['state'],
  changes: { failedAt?: string; source?: LocalPeer['source'] } = {},
) => {
  const { failedAt, source = 'named' } = changes;
  const failure = failedAt === undefined ? null : { at: failedAt };
  return { host, state, source, failure } as LocalPeer;
};
const [monday, tuesday, friday] = ['2026-01-05', '2026-01-06', '2026-01-09'];
const notification = { kind: 'peer_trouble', host };

it('notifies once of an unreachable peer at the second failure, and again after it was reachable', () => {
  const troubles = new PeerTroubles([peer('compatible')]);
  expect(troubles.compare([peer('unreachable', { failedAt: monday })])).toEqual([]);
  expect(troubles.compare([peer('unreachable', { failedAt: monday })])).toEqual([]);
  const unreachable = { ...notification, state: 'unreachable' };
  expect(troubles.compare([peer('unreachable', { failedAt: tuesday })])).toEqual([unreachable]);
  expect(troubles.compare([peer('unreachable', { failedAt: friday })])).toEqual([]);
  expect(troubles.compare([peer('compatible')])).toEqual([]);
  expect(troubles.compare([peer('unreachable', { failedAt: monday })])).toEqual([]);
  expect(troubles.compare([peer('unreachable', { failedAt: friday })])).toEqual([unreachable]);
});

it('notifies immediately of another key or version', () => {
  const troubles = new PeerTroubles([peer('compatible')]);
  expect(troubles.compare([peer('key_changed', { failedAt: monday })])).toEqual([
    { ...notification, state: 'key_changed' },
  ]);
  expect(troubles.compare([peer('key_changed', { failedAt: tuesday })])).toEqual([]);
  expect(troubles.compare([peer('incompatible')])).toEqual([{ ...notification, state: 'incompatible' }]);
});

it('ignores earlier failures and nodes that the owner did not add', () => {
  const troubles = new PeerTroubles([peer('unreachable', { failedAt: monday })]);
  expect(troubles.compare([peer('unreachable', { failedAt: tuesday })])).toEqual([]);
  const strangers = new PeerTroubles([]);
  expect(strangers.compare([peer('key_changed', { source: 'learned' })])).toEqual([]);
});
