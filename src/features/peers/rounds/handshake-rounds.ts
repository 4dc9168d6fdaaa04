import type { Clock } from '../../../core/clock.ts';
import { type Lease, untilAborted } from '../../../core/concurrency/leader.ts';
import { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { networkChanges } from '../../../platform/net/conditions/network-changes.ts';
import type { PeerBook } from '../peer-book.ts';
import type { HandshakeJob, Handshaker } from './handshaker.ts';

const roundMs = 600_000;
/**
 * Pause before the second round, which is short because nodes that start together can verify each other only when both
 * answer.
 */
const secondRoundMs = 30_000;
const longestRoundMs = roundMs * 1.2;
/** Minimum pause between two checks for due peers. */
const shortestPauseMs = 5_000;
/** Maximum pause, short enough to notice soon that the computer was asleep. */
const longestPauseMs = 60_000;
/** Time within which unreachable peers are tried after a network change. */
const soonMs = 5_000;
const betweenChangesMs = 30_000;

export interface HandshakeRoundsOptions {
  book: PeerBook;
  handshaker: Handshaker;
  clock: Clock;
  logger: Logger;
}

/** Starts handshakes at once, 30 s later, every 10 minutes (± 20 %), and with failed nodes when they are due. */
export class HandshakeRounds {
  readonly #options: HandshakeRoundsOptions;
  readonly #hasNetworkChanged: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  readonly #running = new TaskTracker();
  /** Its signal is aborted while no rounds run. */
  #job: HandshakeJob & { signal: AbortSignal } = { signal: AbortSignal.abort() };
  #nextRound = 0;
  #roundMs = secondRoundMs;
  /** Time of the monotonic clock. */
  #wokeAt = 0;
  #hasPendingNetworkChange = false;
  #lastScheduledAt = Number.NEGATIVE_INFINITY;

  constructor(options: HandshakeRoundsOptions) {
    this.#options = options;
    this.#hasNetworkChanged = networkChanges(options.clock);
  }

  /** Runs rounds until the signal is aborted, and resolves when their last handshake has ended. */
  async run(signal: AbortSignal, lease?: Lease): Promise<void> {
    this.#job = { signal, lease };
    this.#wake();
    await untilAborted(signal);
    clearTimeout(this.#timer);
    await this.#running.settled();
  }

  /** Sets the timer for the next due peer; called after every change of the peer book. */
  schedule(): void {
    if (this.#job.signal.aborted) return;
    const { book, clock } = this.#options;
    const now = clock();
    const untilDue = Math.min(this.#nextRound, book.nextAttempt() ?? Number.POSITIVE_INFINITY) - now;
    const awake = performance.now() - this.#wokeAt;
    const pause = Math.max(Math.min(untilDue, longestPauseMs - awake), shortestPauseMs - awake, 0);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake(), pause);
  }

  /** Schedules handshakes with unreachable peers soon after the computer woke up or changed its network. */
  networkChanged(): void {
    const now = performance.now();
    this.#hasPendingNetworkChange = now - this.#lastScheduledAt < betweenChangesMs;
    // A later wake-up handles a change that follows another one too soon.
    if (this.#hasPendingNetworkChange) return;
    this.#lastScheduledAt = now;
    this.#options.book
      .retrySoon(soonMs, this.#job.signal.aborted ? undefined : this.#job.lease)
      .catch((error: unknown) => this.#options.logger.error({ err: error }, 'peers could not be scheduled'));
    this.schedule();
  }

  /** Runs the handshakes that are due, and resolves when they have ended. */
  async runDue(job?: HandshakeJob): Promise<void> {
    const { book, handshaker, clock } = this.#options;
    const now = clock();
    const roundIsDue = now >= this.#nextRound || this.#nextRound > now + longestRoundMs;
    if (roundIsDue) {
      this.#nextRound = now + this.#roundMs * (0.8 + 0.4 * Math.random());
      this.#roundMs = roundMs;
    }
    await handshaker.handshakeAll([...(roundIsDue ? book.roundHosts() : []), ...book.due()], job);
  }

  #wake(): void {
    this.#wokeAt = performance.now();
    if (this.#hasNetworkChanged() || this.#hasPendingNetworkChange) this.networkChanged();
    const round = this.runDue(this.#job).catch((error: unknown) =>
      this.#options.logger.error({ err: error }, 'a round of handshakes failed'),
    );
    void this.#running.add(round);
    this.schedule();
  }
}
