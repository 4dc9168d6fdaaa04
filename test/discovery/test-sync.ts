import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NoteActivity } from '../../src/core/events/activity.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import { type DiscoveryOptions, DiscoveryService } from '../../src/features/discovery/discovery-service.ts';
import { openRemoteIndex } from '../../src/features/discovery/remote-index.ts';
import { systemResolve } from '../../src/platform/net/guarded/guarded-connection.ts';
import { peersIn } from '../peers/support/peers-in.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

type Paused = ReturnType<DiscoveryOptions['pausedBy']>;

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'alcove-sync-'));

/** The store of a node, as far as subscriptions use it. */
export interface TestCopyStore {
  stored: Map<string, number>;
  subscribed: Set<string>;
  pinned: Set<string>;
  room: number;
}

export interface TestSyncOptions {
  folder?: string;
  maxContents?: number;
  fetch?: DiscoveryOptions['fetcher']['fetch'];
  note?: NoteActivity;
  onKept?: (sha256: Buffer) => void;
  onChange?: () => void;
}

/** The discovery of a node, with a clock that is moved by the test only. */
export function startTestSync(options: TestSyncOptions = {}) {
  const folder = options.folder ?? temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  // Records of a test needn't survive a power loss.
  db.pragma('synchronous = OFF');
  const peers = peersIn(db);
  const time = { now: Date.now() };
  const paused: { by: Paused } = { by: [] };
  const paces: number[] = [];
  const copyStore: TestCopyStore = { stored: new Map(), subscribed: new Set(), pinned: new Set(), room: 1e9 };
  const fetched: string[] = [];
  const hexOf = (sha256: Buffer) => sha256.toString('hex');
  const sizes = (sha256s: readonly Buffer[]) => sha256s.map((sha256) => copyStore.stored.get(hexOf(sha256)));
  const index = openRemoteIndex({
    db,
    copyStore: { sizes },
    isRestricted: () => false,
    testOnly: false,
    contentUrl: (baseUrl, id) => `${baseUrl}/api/v1/storage/${id}`,
  });
  const sync = new DiscoveryService({
    db,
    index,
    peers,
    connection: {
      guards: { named: () => {}, learned: () => {}, proven: () => {} },
      resolve: systemResolve,
      pace: (bytes) => {
        paces.push(bytes);
        return undefined;
      },
    },
    fetcher: {
      fetch: async (sha256, how) => {
        fetched.push(hexOf(sha256));
        if (options.fetch) return options.fetch(sha256, how);
        copyStore.stored.set(hexOf(sha256), how.expectedSize ?? 1);
      },
    },
    copyStore: {
      sizes,
      setSubscribed: async (sha256s, subscribed, except) => {
        for (const sha256 of sha256s) {
          if (except?.(sha256)) continue;
          if (subscribed) copyStore.subscribed.add(hexOf(sha256));
          else copyStore.subscribed.delete(hexOf(sha256));
        }
      },
      hasSpaceFor: (bytes) => bytes <= copyStore.room,
      isBlocked: () => false,
      pin: async (sha256) => {
        copyStore.pinned.add(hexOf(sha256));
      },
    },
    maxContents: options.maxContents ?? 10_000,
    pausedBy: () => paused.by,
    clock: () => time.now,
    logger: createLogger('silent'),
    note: options.note ?? (() => {}),
    onKept: options.onKept ?? (() => {}),
    onChange: options.onChange ?? (() => {}),
  });
  let isOpen = true;
  return {
    sync,
    index,
    peers,
    db,
    time,
    paused,
    paces,
    copyStore,
    fetched,
    folder,
    /** Records a handshake of the node at this origin with a key. */
    knows: (host: string, how: { source?: 'named' | 'learned'; publicKey?: string } = {}) => {
      const { source = 'named', publicKey = `key of ${host}` } = how;
      db.prepare(
        `INSERT INTO peers (host, source, added_at, public_key, version, compatibility, verified_at, last_contact)
         VALUES (?, ?, ?, ?, '0.1.0', 'compatible', ?, ?)`,
      ).run(host, source, time.now, publicKey, time.now, time.now);
    },
    found: (query: object = {}) => index.found.page({ limit: 50, ...query }, 'http://127.0.0.1:8471'),
    titles: (query: object = {}) =>
      index.found.page({ limit: 100, ...query }, 'http://127.0.0.1:8471').items.map(({ title }) => title),
    nodeState: (host: string) => sync.state().nodes.find((node) => node.host === host),
    /** The state after a power loss, unless it was stopped before. */
    stop: async () => {
      if (!isOpen) return;
      isOpen = false;
      await sync.stop();
      db.close();
    },
  };
}

export type TestSync = ReturnType<typeof startTestSync>;
