import type { ShareHost } from '../../../contract/dashboard-api/sharing.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { compareBest, isUsable, type PeerDirectory, statedContents } from '../../peers/index.ts';
import type { ShareHostRepository } from '../repository/share-host-repository.ts';
import type { ShareRepository } from '../repository/share-repository.ts';

export interface ShareHostListOptions {
  hosts: ShareHostRepository;
  shares: ShareRepository;
  peers: PeerDirectory;
}

/** Lists the nodes to share on: those with a sign-in first, then those with shares, then by rank. */
export function listShareHosts(options: ShareHostListOptions): ShareHost[] {
  const usages = options.shares.usage();
  const usable = options.peers.all().filter(isUsable).sort(compareBest);
  const known = [...options.hosts.all(), ...usages, ...usable].map(({ host }) => host);
  return [...new Set(known)].map((host) => toShareHost(host, options, usages));
}

/** Describes a node with account and usage. */
export function toShareHost(
  host: string,
  { hosts, shares, peers }: ShareHostListOptions,
  usages = shares.usage(),
): ShareHost {
  const row = hosts.get(host);
  const peer = peers.get(host);
  const usage = usages.find((used) => used.host === host);
  return {
    host,
    signed_in: row?.encryptedToken ? { way: row.way, at: toTimestamp(row.signedInAt) } : null,
    reachable: peer !== undefined && isUsable(peer) && peer.failures === 0,
    latency_ms: peer?.latencyMs ?? null,
    stored: peer ? statedContents(peer) : null,
    contents: usage?.contents ?? 0,
    bytes: usage?.bytes ?? 0,
    message: row?.message ?? null,
  };
}
