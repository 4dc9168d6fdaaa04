import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { NodeInfo } from '../../../src/contract/node-api/peers.ts';
import { type Leader, soleLeader } from '../../../src/core/concurrency/leader.ts';
import type { Activity } from '../../../src/core/events/activity.ts';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import type { PeerHistoryStore } from '../../../src/features/peers/peer-history-store.ts';
import { PeerService } from '../../../src/features/peers/peer-service.ts';
import { PeerHistoryRepository } from '../../../src/features/peers/repository/peer-history-repository.ts';
import { PeerRepository } from '../../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../../src/features/peers/stored-peers.ts';
import type { Resolve } from '../../../src/platform/net/guarded/guarded-connection.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { randomKey } from '../../support/random-bytes.ts';

/** Opens repositories of a new database in a temporary folder. */
export function temporaryRepositories() {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-peers-'));
  const db = openTestDatabase(join(folder, 'alcove.db'));
  // Records of a test need not survive a power loss.
  db.pragma('synchronous = OFF');
  return {
    db,
    stored: new StoredPeers(new PeerRepository(db)),
    history: new PeerHistoryRepository(db),
    close: () => {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface TestPeersOptions {
  nodeType?: 'private' | 'public';
  publicHost?: string;
  bootstrap?: string[];
  allowPrivateHosts?: boolean;
  resolve?: Resolve;
  leader?: Leader;
  /** Stores to use instead of those of a new database. */
  stores?: { stored: StoredPeers; history: PeerHistoryStore };
}

/** Starts a peer service; only the test moves its clock. */
export function startTestPeers(options: TestPeersOptions = {}) {
  const { close, ...own } = temporaryRepositories();
  const { stored, history } = options.stores ?? own;
  const identity = identityFromSeed(randomKey());
  const nodeType = options.nodeType ?? 'private';
  const time = { now: Date.now() };
  const logged: string[] = [];
  const changes = { count: 0 };
  const noted: Activity[] = [];
  const describe = (): NodeInfo => ({
    id: identity.id,
    public_key: identity.id,
    version: '1.0.0',
    node_type: nodeType,
    ...(options.publicHost ? { public_host: options.publicHost } : {}),
    metrics: { contents: 7 },
    capabilities: ['storage'],
  });
  const peers = new PeerService({
    identity,
    peers: stored,
    history,
    leader: options.leader ?? soleLeader,
    describe,
    nodeType,
    publicHost: options.publicHost,
    settings: {
      bootstrap: options.bootstrap ?? [],
      allow_private_hosts: options.allowPrivateHosts ?? true,
    },
    clock: () => time.now,
    logger: pino({ level: 'trace' }, { write: (line) => logged.push(line) }),
    onChange: () => changes.count++,
    note: (activity) => noted.push(activity),
    ...(options.resolve ? { resolve: options.resolve } : {}),
  });
  return {
    peers,
    stored,
    identity,
    time,
    logged,
    changes,
    noted,
    stop: async () => {
      await peers.stop();
      close();
    },
  };
}

export type TestPeers = ReturnType<typeof startTestPeers>;
