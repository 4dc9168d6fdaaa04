import { randomBytes } from 'node:crypto';
import type { NodeInfo } from '../../src/contract/node-api/peers.ts';
import { soleLeader } from '../../src/core/concurrency/leader.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import { type Identity, identityFromSeed } from '../../src/crypto/identity.ts';
import { PeerService } from '../../src/features/peers/peer-service.ts';
import { PeerHistoryRepository } from '../../src/features/peers/repository/peer-history-repository.ts';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import type { Resolve } from '../../src/platform/net/guarded/guarded-connection.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';

export interface LonePeersOptions {
  /** Path of its database. */
  path: string;
  bootstrap: readonly string[];
  /** Set for a public node only. */
  publicHost?: string;
  resolve?: Resolve;
  clock: () => number;
  onChange?: () => void;
}

/** The part of a node that manages peers, without the rest. */
export interface LonePeers {
  db: Db;
  identity: Identity;
  describe: () => NodeInfo;
  rows: StoredPeers;
  peers: PeerService;
}

export function lonePeers({
  path,
  bootstrap,
  publicHost,
  resolve,
  clock,
  onChange,
}: LonePeersOptions): LonePeers {
  const db = openDatabase(path);
  const identity = identityFromSeed(randomBytes(32));
  const rows = new StoredPeers(new PeerRepository(db));
  const describe = (): NodeInfo => ({
    ...{ id: identity.id, public_key: identity.id, version: '0.1.0' },
    ...(publicHost === undefined
      ? { node_type: 'private' }
      : { node_type: 'public', public_host: publicHost }),
    metrics: { uptime_s: 1000, contents: 100, content_bytes: 1_000_000 },
    capabilities: ['storage', 'storage.range', 'storage.parts', 'content', 'sign_in'],
  });
  const peers = new PeerService({
    peers: rows,
    history: new PeerHistoryRepository(db),
    leader: soleLeader,
    nodeType: describe().node_type,
    settings: { bootstrap: [...bootstrap], allow_private_hosts: true },
    logger: createLogger('silent'),
    onChange: onChange ?? (() => {}),
    note: () => {},
    ...(resolve ? { resolve } : {}),
    ...{ identity, describe, publicHost, clock },
  });
  return { db, identity, describe, rows, peers };
}
