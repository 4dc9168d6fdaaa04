import type { PeerDirectory } from '../../../src/features/peers/peer.ts';
import { PeerRepository, sql } from '../../../src/features/peers/repository/peer-repository.ts';
import { type PeerRow, peerOf } from '../../../src/features/peers/repository/peer-row.ts';
import type { Db } from '../../../src/platform/sqlite/database.ts';

/** Reads the peers of a database again for each call, because the test writes their rows itself. */
export function peersIn(db: Db): PeerDirectory & Pick<PeerRepository, 'remove'> {
  const repository = new PeerRepository(db);
  const rows = () => db.prepare<[], PeerRow>(sql.all).all().map(peerOf);
  return {
    get: (host) => rows().find((row) => row.host === host),
    all: () => rows().filter(({ source }) => source !== 'removed'),
    remove: (host) => repository.remove(host),
  };
}
