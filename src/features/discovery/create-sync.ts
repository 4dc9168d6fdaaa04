import type { PauseReason, SyncState } from '../../contract/dashboard-api/discovery.ts';
import type { Clock } from '../../core/clock.ts';
import { AtIntervals } from '../../core/concurrency/interval.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import type { PeerRepository } from '../peers/repository/peer-repository.ts';
import type { ListAsking } from './changes-page.ts';
import { BringCopy, type BringCopyOptions } from './fetch-copy.ts';
import { IndexWriter } from './index-writer.ts';
import type { RemoteIndex } from './remote-index.ts';
import { SubscribedContentRepository } from './repository/subscribed-contents.ts';
import { SyncStateRepository } from './repository/sync-state-repository.ts';
import { type Fetcher, Keeper, type Shelf } from './subscription-fetcher.ts';
import { Subscriptions } from './subscriptions.ts';
import { Synchroniser } from './synchroniser.ts';

/** Whoever looks is told of changes no more often. */
const TOLD_EVERY_MS = 1000;

export interface CreateSyncOptions {
  db: Db;
  index: RemoteIndex;
  peers: Pick<PeerRepository, 'all' | 'get'>;
  asking: ListAsking;
  fetcher: Fetcher;
  shelf: Shelf & BringCopyOptions['shelf'];
  /** So much of other nodes is known at most, counted by content and node; what is told at length counts for more; 0: nothing. */
  mostContents: number;
  /** Why nothing goes on in the background now; empty: it does. */
  pausedBy: () => PauseReason[];
  clock: Clock;
  logger: Logger;
  /** Called at most once a second, after changes of what the members answer. */
  onChange: () => void;
}

/** Keeps the index of other nodes' contents up to date, and here what is subscribed to. */
export interface Sync {
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

/** Puts synchronising and subscribing together; nothing runs before `start`. */
export function createSync(options: CreateSyncOptions): Sync {
  const { db, index, fetcher, mostContents, pausedBy, clock, logger, shelf } = options;
  const { known, subscriptions, showAddress } = index;
  const told = new AtIntervals(options.onChange, TOLD_EVERY_MS);
  const states = new SyncStateRepository(db);
  const contents = new SubscribedContentRepository(db);
  const copies = new BringCopy({ fetcher, shelf, logger });
  const keeper = new Keeper({
    subscriptions,
    contents,
    fetcher,
    shelf,
    pausedBy,
    clock,
    logger,
    onChange: told.ask,
  });
  const changed = () => {
    told.ask();
    keeper.nudge();
  };
  const synchroniser = new Synchroniser({
    states,
    writer: new IndexWriter({ known, states, mostContents, clock, onChange: changed }),
    peers: options.peers,
    asking: options.asking,
    mostContents,
    contents: () => known.totals().contents,
    pausedBy,
    clock,
    logger,
    onChange: told.ask,
  });
  return {
    subscriptions: new Subscriptions({
      subscriptions,
      contents,
      pausedBy,
      showAddress,
      clock,
      onChange: changed,
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
