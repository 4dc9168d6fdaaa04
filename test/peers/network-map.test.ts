import { expect, it } from 'vitest';
import { networkMap } from '../../src/contract/dashboard-api/peers.ts';
import { NetworkMap } from '../../src/features/peers/network-map.ts';

const hosts = Array.from({ length: 1000 }, (_, i) => `https://n${i}.example`);

it('shows at most 256 nodes and 2,000 links, and some links of each node', () => {
  const map = new NetworkMap();
  for (const host of hosts) map.record(host, hosts);
  const { links } = networkMap.parse(map.links(hosts.toReversed()));
  expect(links).toHaveLength(0);
  for (const host of hosts.slice(0, 256)) map.record(host, hosts);
  const shown = map.links(hosts).links;
  expect(shown).toHaveLength(2000);
  expect(new Set(shown.map(({ from }) => from)).size).toBe(256);
  expect(shown.every(({ from, to }) => from !== to && hosts.indexOf(to) < 256)).toBe(true);
});
