import type { PauseReason, SyncState } from '../../contract/dashboard-api/discovery.ts';
import type { Clock } from '../../core/clock.ts';
import { Throttle } from '../../core/concurrency/throttle.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import type { PeerDirectory } from '../peers/index.ts';
import type { ListConnection } from './changes-page.ts';
import { CopyFetcher, type CopyFetcherOptions } from './copy-fetcher.ts';
import { IndexWriter } from './index-writer.ts';
import type { RemoteIndex } from './remote-index.ts';
import { SubscribedContentRepository } from './repository/subscribed-content-repository.ts';
import { SyncStateRepository } from './repository/sync-state-repository.ts';
import { type ContentFetcher, type SubscribedCopies, SubscriptionFetcher } from './subscription-fetcher.ts';
import { SubscriptionService } from './subscriptions.ts';
import { Synchroniser } from './synchroniser.ts';

/** Minimum interval between reported changes. */
const notifyEveryMs = 1000;

export interface DiscoveryOptions {
  db: Db;
  index: RemoteIndex;
  peers: PeerDirectory;
  connection: ListConnection;
  fetcher: ContentFetcher;
  copyStore: SubscribedCopies & CopyFetcherOptions['copyStore'];
  /**
   * Limit of the index; every content counts once for each node that lists it, long descriptions count more; 0: no
   * index.
   */
  maxContents: number;
  /** Returns the reasons why background work is paused; empty: not paused. */
  pausedBy: () => PauseReason[];
  clock: Clock;
  logger: Logger;
  note: NoteActivity;
  /** Called for contents that a subscription keeps, again from time to time. */
  onKept: (sha256: Buffer) => void;
  /** Called after changes, at most once a second. */
  onChange: () => void;
}

/** Keeps the index of other nodes' contents up to date, and fetches subscribed contents. */
export class DiscoveryService {
  readonly subscriptions: SubscriptionService;
  readonly copies: CopyFetcher;
  readonly #changes: Throttle;
  readonly #fetcher: SubscriptionFetcher;
  readonly #synchroniser: Synchroniser;

  constructor(options: DiscoveryOptions) {
    const { db, index, peers, connection, fetcher, copyStore, maxContents, pausedBy, clock, logger } =
      options;
    const { subscriptions, formatAddress } = index;
    this.#changes = new Throttle(options.onChange, notifyEveryMs);
    const onProgress = this.#changes.request;
    const onChange = (): void => this.#changed();
    const states = new SyncStateRepository(db);
    const contents = new SubscribedContentRepository(db);
    this.subscriptions = new SubscriptionService({
      subscriptions,
      contents,
      pausedBy,
      formatAddress,
      clock,
      onChange,
    });
    this.copies = new CopyFetcher({ fetcher, copyStore, logger });
    this.#fetcher = new SubscriptionFetcher({
      subscriptions,
      contents,
      fetcher,
      copyStore,
      pausedBy,
      clock,
      logger,
      note: options.note,
      onKept: options.onKept,
      onChange: onProgress,
    });
    this.#synchroniser = new Synchroniser({
      peers,
      connection,
      states,
      writer: new IndexWriter({ index: index.contents, states, maxContents, clock, onChange }),
      contents: () => index.contents.totals().contents,
      maxContents,
      pausedBy,
      clock,
      logger,
      onChange: onProgress,
    });
  }

  state(): SyncState {
    return this.#synchroniser.state();
  }

  /** Reads the lists of all nodes now, and resolves when all have responded. */
  now(): Promise<void> {
    return this.#synchroniser.now();
  }

  /** Runs due work, and resolves when it is done. */
  run(): Promise<void> {
    return this.#synchroniser.run();
  }

  peersChanged(): void {
    this.#synchroniser.peersChanged();
  }

  /** Applies the start or end of a pause, or an increase of free space. */
  conditionsChanged(): void {
    this.#synchroniser.peersChanged();
    this.#changed();
  }

  /** @param options `fetches`: whether to fetch what subscriptions ask for */
  start({ fetches } = { fetches: true }): void {
    this.#synchroniser.start();
    if (fetches) this.#fetcher.start();
  }

  /** Aborts all work, and resolves when none is running. */
  async stop(): Promise<void> {
    await Promise.all([this.#synchroniser.stop(), this.#fetcher.stop(), this.copies.stop()]);
    this.#changes.stop();
  }

  #changed(): void {
    this.#changes.request();
    this.#fetcher.wake();
  }
}
