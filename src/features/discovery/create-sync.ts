import type { PauseReason, SyncState } from '../../contract/dashboard-api/discovery.ts';
import type { Clock } from '../../core/clock.ts';
import { AtIntervals } from '../../core/concurrency/interval.ts';
import type { Logger } from '../../core/log/logger.ts';
import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import type { PeerRepository } from '../peers/repository/peer-repository.ts';
import type { ListAsking } from './changes-page.ts';
import { BringCopy, type BringCopyOptions } from './fetch-copy.ts';
import { FoundContentsSearch } from './found-contents.ts';
import { IndexWriter } from './index-writer.ts';
import { KnownContentRepository } from './repository/remote-index-repository.ts';
import { KnownListRepository } from './repository/remote-list.ts';
import { SubscribedContentRepository } from './repository/subscribed-contents.ts';
import { SubscriptionRepository } from './repository/subscription-repository.ts';
import { SyncStateRepository } from './repository/sync-state-repository.ts';
import { type Fetcher, Keeper, type Shelf } from './subscription-fetcher.ts';
import { Subscriptions } from './subscriptions.ts';
import { Synchroniser } from './synchroniser.ts';

/** Whoever looks is told of changes no more often. */
const TOLD_EVERY_MS = 1000;

export interface CreateSyncOptions {
  db: Db;
  peers: Pick<PeerRepository, 'all' | 'get'>;
  asking: ListAsking;
  fetcher: Fetcher;
  shelf: Shelf & BringCopyOptions['shelf'];
  /** So much of other nodes is known at most, counted by content and node; what is told at length counts for more; 0: nothing. */
  mostContents: number;
  /** Why nothing goes on in the background now; empty: it does. */
  pausedBy: () => PauseReason[];
  /** Whether addresses are written for a test network. */
  testOnly: boolean;
  /** Whether it is the plain file of what is sold here. */
  isRestricted?: (sha256: Buffer) => boolean;
  /** Where this node gives the bytes of a content. */
  contentUrl: (baseUrl: string, contentId: string) => string;
  clock: Clock;
  logger: Logger;
  /** Called at most once a second, after changes of what the members answer. */
  onChange: () => void;
}

/** What other nodes have: known, found, and kept here where it is subscribed to. */
export interface Sync {
  found: FoundContentsSearch;
  subscriptions: Subscriptions;
  copies: BringCopy;
  state(): SyncState;
  /** Asks every node now; resolves when all have answered. */
  now(): Promise<void>;
  /** Does what is due at this moment; resolves when it is done. */
  run(): Promise<void>;
  /** To be called when a node has proven itself or was taken off the list. */
  peersChanged(): void;
  /** To be called when a pause has begun or ended, or there is more room. */
  conditionsChanged(): void;
  start(): void;
  /** Breaks off everything and resolves when nothing is under way. Final. */
  stop(): Promise<void>;
}

/** Puts synchronising, searching and subscribing together; nothing runs before `start`. */
export function createSync(options: CreateSyncOptions): Sync {
  const { db, mostContents, pausedBy, clock, logger, shelf, contentUrl } = options;
  const told = new AtIntervals(options.onChange, TOLD_EVERY_MS);
  const states = new SyncStateRepository(db);
  const rows = new SubscriptionRepository(db);
  const contents = new SubscribedContentRepository(db);
  const known = new KnownContentRepository(db, rows);
  const showAddress = (address: string) =>
    formatTonAddress(address, { bounceable: false, testOnly: options.testOnly });
  const keeper = new Keeper({
    subscriptions: rows,
    fetcher: options.fetcher,
    onChange: told.ask,
    ...{ contents, shelf, pausedBy, clock, logger },
  });
  const copies = new BringCopy({ fetcher: options.fetcher, shelf, logger });
  const changed = () => {
    told.ask();
    keeper.nudge();
  };
  const writer = new IndexWriter({ known, states, mostContents, clock, onChange: changed });
  const synchroniser = new Synchroniser({
    peers: options.peers,
    asking: options.asking,
    contents: () => known.totals().contents,
    onChange: told.ask,
    ...{ states, writer, mostContents, pausedBy, clock, logger },
  });
  return {
    found: new FoundContentsSearch({
      list: new KnownListRepository(db, () => known.version),
      ...{ shelf, showAddress, contentUrl },
      ...(options.isRestricted && { isRestricted: options.isRestricted }),
    }),
    subscriptions: new Subscriptions({
      subscriptions: rows,
      onChange: changed,
      ...{ contents, pausedBy, showAddress, clock },
    }),
    copies,
    state: () => synchroniser.state(),
    now: () => synchroniser.now(),
    run: () => synchroniser.run(),
    peersChanged: () => synchroniser.peersChanged(),
    conditionsChanged: () => {
      synchroniser.peersChanged();
      changed();
    },
    start: () => {
      synchroniser.start();
      keeper.start();
    },
    stop: async () => {
      await Promise.all([synchroniser.stop(), keeper.stop(), copies.stop()]);
      told.stop();
    },
  };
}
