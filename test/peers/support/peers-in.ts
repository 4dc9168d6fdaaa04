import type { PeerDirectory } from '../../../src/features/peers/peer.ts';
import { PeerRepository } from '../../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../../src/features/peers/stored-peers.ts';
import type { Db } from '../../../src/platform/sqlite/database.ts';

/** Reads the peers of a database again for each call, because the test writes their rows itself. */
export function peersIn(db: Db): PeerDirectory & Pick<StoredPeers, 'remove'> {
  const repository = new PeerRepository(db);
  const read = () => new StoredPeers(repository);
  return { get: (host) => read().get(host), all: () => read().all(), remove: (host) => read().remove(host) };
}
