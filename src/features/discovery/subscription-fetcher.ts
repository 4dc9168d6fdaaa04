import { setImmediate } from 'node:timers/promises';
import type { PauseReason } from '../../contract/dashboard-api/discovery.ts';
import type { Clock } from '../../core/clock.ts';
import { backoffMs } from '../../core/concurrency/backoff.ts';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type {
  Obstacle,
  SubscribedContentRepository,
  WantedContent,
} from './repository/subscribed-content-repository.ts';
import type { SubscriptionRepository } from './repository/subscription-repository.ts';

const atOnce = 2;
const minuteMs = 60_000;
const longestMs = 6 * 60 * minuteMs;
const pulseMs = 10_000;
const checkMs = 60 * minuteMs;
/** Rows scanned or released in one transaction. */
const rowsAtOnce = 200;
/** Number of waiting contents to read, which may contain one content several times, once for each subscription. */
const rowsRead = 50;
/** Number of contents without space after which no further ones are tried. */
const tooLargeInARow = 10;

/** Fetches contents from other nodes. */
export interface ContentFetcher {
  /** Fetches a content. @throws NodeError */
  fetch(
    sha256: Buffer,
    options: {
      priority: 'foreground' | 'background';
      signal: AbortSignal;
      expectedSize?: number;
      /** Whether to ask only nodes that have the content according to the index. */
      onlyKnown?: boolean;
      /** Whether a failure is shown among the transfers, because no caller waits for the result. */
      showsFailure?: boolean;
    },
  ): Promise<unknown>;
}

/** The stored copies, with a mark on those that a subscription keeps; a copy that the owner pinned has a mark of its own. */
export interface SubscribedCopies {
  /** Returns sizes in bytes; undefined for contents that are not stored here. */
  sizes(sha256s: readonly Buffer[]): (number | undefined)[];
  /**
   * Marks copies as subscribed or not; ignores other contents.
   * @param except returns whether a content stays as it is, in the same command
   */
  setSubscribed(
    sha256s: readonly Buffer[],
    subscribed: boolean,
    except?: (sha256: Buffer) => boolean,
  ): Promise<void>;
  /** Returns whether there is space for one more copy of this size. */
  hasSpaceFor(bytes: number): boolean;
}

export interface SubscriptionFetcherOptions {
  subscriptions: SubscriptionRepository;
  contents: SubscribedContentRepository;
  fetcher: ContentFetcher;
  copyStore: SubscribedCopies;
  pausedBy: () => PauseReason[];
  clock: Clock;
  logger: Logger;
  note: NoteActivity;
  /** Called for kept contents, again from time to time. */
  onKept: (sha256: Buffer) => void;
  /** Called when kept contents or obstacles change. */
  onChange: () => void;
}

/** Obstacles by error code of the fetch; other errors are retried too. */
const obstacles: Partial<Record<NodeError['code'], Obstacle>> = {
  content_not_found: 'nobody',
  peer_content_invalid: 'invalid',
  payload_too_large: 'too_large',
  insufficient_storage: 'room',
  blocked: 'blocked',
  fetch_cancelled: 'cancelled',
};

/** Obstacles that do not disappear within minutes. */
const lasting: ReadonlySet<Obstacle> = new Set<Obstacle>(['too_large', 'cancelled', 'blocked']);

/** Fetches subscribed contents and keeps them, newest first, two at once. */
export class SubscriptionFetcher {
  readonly #options: SubscriptionFetcherOptions;
  readonly #running = new TaskTracker();
  readonly #stopping = new AbortController();
  readonly #fetching = new Map<string, AbortController>();
  #work: Promise<void> | undefined;
  #isAsked = false;
  #pulses: NodeJS.Timeout | undefined;
  #checkAt = 0;
  #checkedUpTo: Buffer = Buffer.alloc(0);

  constructor(options: SubscriptionFetcherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#pulses = setInterval(() => this.wake(), pulseMs);
    this.wake();
  }

  /** Aborts all fetches, and resolves when none is running. */
  async stop(): Promise<void> {
    clearInterval(this.#pulses);
    this.#stopping.abort();
    for (const fetching of this.#fetching.values()) fetching.abort();
    await this.#work;
    await this.#running.settled();
  }

  /** Starts fetches that became due, and aborts those that became unwanted. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isAsked = true;
    this.#work ??= this.#runAll()
      .catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'fetching subscribed contents failed'),
      )
      .finally(() => {
        this.#work = undefined;
        if (this.#isAsked) this.wake();
      });
  }

  async #runAll(): Promise<void> {
    const { subscriptions, contents, copyStore, clock } = this.#options;
    while (this.#isAsked && !this.#stopping.signal.aborted) {
      this.#isAsked = false;
      await this.#inPieces(() =>
        subscriptions.release(rowsAtOnce, (some, isKept) => copyStore.setSubscribed(some, false, isKept)),
      );
      await this.#inPieces(() => subscriptions.scan(rowsAtOnce));
      if (this.#stopping.signal.aborted) return;
      this.#dropUnwanted();
      contents.wakeDue(clock(), rowsAtOnce);
      this.#checkKept();
      await this.#fill();
    }
  }

  /** Does work in pieces, between which other work runs; `piece` returns whether there is more. */
  async #inPieces(piece: () => boolean | Promise<boolean>): Promise<void> {
    while (!this.#stopping.signal.aborted && (await piece())) {
      this.#options.onChange();
      await setImmediate();
    }
  }

  /** Aborts fetches that no subscription matches any more, and all fetches during a background pause. */
  #dropUnwanted(): void {
    const { contents, pausedBy } = this.#options;
    const isPaused = pausedBy().length > 0;
    for (const [hex, fetching] of this.#fetching)
      if (isPaused || !contents.isWanted(Buffer.from(hex, 'hex'))) fetching.abort();
  }

  /** Marks kept contents that the owner removed, so that they are not fetched again. */
  #checkKept(): void {
    const { contents, copyStore, clock, onKept } = this.#options;
    const now = clock();
    if (now < this.#checkAt && this.#checkAt <= now + checkMs) return;
    const some = contents.keptAfter(this.#checkedUpTo, rowsAtOnce);
    const sizes = copyStore.sizes(some);
    for (const [index, sha256] of some.entries()) {
      if (sizes[index] === undefined) contents.giveUp(sha256, 'removed');
      else onKept(sha256);
    }
    const isAll = some.length < rowsAtOnce;
    this.#checkedUpTo = (isAll ? undefined : some.at(-1)) ?? Buffer.alloc(0);
    if (isAll) this.#checkAt = now + checkMs;
  }

  async #fill(): Promise<void> {
    const { contents, pausedBy } = this.#options;
    let withoutSpace = 0;
    while (pausedBy().length === 0 && !this.#stopping.signal.aborted) {
      if (this.#fetching.size >= atOnce || withoutSpace >= tooLargeInARow) return;
      const next = contents
        .waiting(rowsRead)
        .find(({ sha256 }) => !this.#fetching.has(sha256.toString('hex')));
      if (!next) return;
      if (!(await this.#begin(next))) withoutSpace += 1;
      await setImmediate();
    }
  }

  /** Starts a fetch; returns false when there is no space for it. */
  async #begin(wanted: WantedContent): Promise<boolean> {
    const { contents, copyStore, clock } = this.#options;
    const { sha256, size, failures } = wanted;
    const [storedSize] = copyStore.sizes([sha256]);
    if (storedSize !== undefined) {
      await this.#keep(sha256, storedSize);
      return true;
    }
    if (size !== null && !copyStore.hasSpaceFor(size)) {
      contents.defer(sha256, 'room', failures, clock() + minuteMs);
      this.#options.onChange();
      return false;
    }
    this.#running.add(this.#fetch(wanted));
    return true;
  }

  async #fetch({ sha256, size, failures }: WantedContent): Promise<void> {
    const { fetcher, contents, copyStore, clock, note } = this.#options;
    const fetching = new AbortController();
    const hex = sha256.toString('hex');
    this.#fetching.set(hex, fetching);
    try {
      await fetcher.fetch(sha256, {
        priority: 'background',
        onlyKnown: true,
        signal: fetching.signal,
        ...(size !== null && { expectedSize: size }),
      });
      const [storedSize] = copyStore.sizes([sha256]);
      if (!contents.isWanted(sha256)) return;
      if (storedSize === undefined) throw new Error('A content was fetched and is not here.');
      await this.#keep(sha256, storedSize);
      note({
        kind: 'fetch',
        actor: { type: 'node', name: '' },
        subject: contentIdOf(sha256),
        detail: 'activity.followedDownloaded',
      });
    } catch (error) {
      if (fetching.signal.aborted) return;
      const obstacle = (error instanceof NodeError && obstacles[error.code]) || 'failed';
      const wait = lasting.has(obstacle) ? longestMs : backoffMs(failures + 1, minuteMs, longestMs);
      contents.defer(sha256, obstacle, failures + 1, clock() + wait);
      this.#options.onChange();
      if (obstacle === 'failed') this.#options.logger.info({ err: error }, 'a content could not be fetched');
    } finally {
      this.#fetching.delete(hex);
      this.wake();
    }
  }

  async #keep(sha256: Buffer, size: number): Promise<void> {
    const { contents, copyStore, onChange, onKept } = this.#options;
    await copyStore.setSubscribed([sha256], true);
    contents.keep(sha256, size);
    onKept(sha256);
    onChange();
  }
}
