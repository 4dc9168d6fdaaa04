import type { Clock } from '../../../core/clock.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { NetworkChanges } from '../../../platform/net/conditions/network-changes.ts';
import type { PeerBook } from '../peer-book.ts';
import type { Handshaker } from './handshaker.ts';

const roundMs = 600_000;
/** Nodes that start together are proven by whom they ask only after they were answered: they ask again soon. */
const secondRoundMs = 30_000;
const longestRoundMs = roundMs * 1.2;
/** Between two looks at who is due. */
const shortestPauseMs = 5_000;
/** Long enough to cost nothing, short enough to notice soon that the computer has slept. */
const longestPauseMs = 60_000;
/** Peers that failed are asked anew this soon at most after the network changed. */
const soonMs = 5_000;
const betweenChangesMs = 30_000;

export interface HandshakeRoundsOptions {
  book: PeerBook;
  handshaker: Handshaker;
  clock: Clock;
  logger: Logger;
}

/**
 * Shakes hands at start, half a minute later, every 10 minutes (± 20 %), and with failing nodes when they are due
 * again.
 */
export class HandshakeRounds {
  readonly #options: HandshakeRoundsOptions;
  readonly #changes: NetworkChanges;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #nextRound = 0;
  #roundMs = secondRoundMs;
  /** By the steady clock. */
  #wokeAt = 0;
  #isChanged = false;
  #hastenedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HandshakeRoundsOptions) {
    this.#options = options;
    this.#changes = new NetworkChanges(options.clock);
  }

  start(): void {
    this.#isRunning = true;
    this.#wake();
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
  }

  /** Sets the timer for the next due peer; called after every change of the book. */
  schedule(): void {
    if (!this.#isRunning) return;
    const { book, clock } = this.#options;
    const now = clock();
    const untilDue = Math.min(this.#nextRound, book.nextAttempt() ?? Number.POSITIVE_INFINITY) - now;
    const awake = performance.now() - this.#wokeAt;
    const pause = Math.max(Math.min(untilDue, longestPauseMs - awake), shortestPauseMs - awake, 0);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake(), pause);
  }

  /** Tries unreachable peers soon, after the computer woke up or changed its network. */
  networkChanged(): void {
    const now = performance.now();
    this.#isChanged = now - this.#hastenedAt < betweenChangesMs;
    // Once more in a while, at one of the next wake-ups.
    if (this.#isChanged) return;
    this.#hastenedAt = now;
    this.#options.book.retrySoon(soonMs);
    this.schedule();
  }

  /** Shakes hands with those that are due; resolves when it is done. */
  async run(): Promise<void> {
    const { book, handshaker, clock } = this.#options;
    const now = clock();
    const roundIsDue = now >= this.#nextRound || this.#nextRound > now + longestRoundMs;
    if (roundIsDue) {
      this.#nextRound = now + this.#roundMs * (0.8 + 0.4 * Math.random());
      this.#roundMs = roundMs;
    }
    await handshaker.handshakeAll([...(roundIsDue ? book.roundHosts() : []), ...book.due()]);
  }

  #wake(): void {
    this.#wokeAt = performance.now();
    if (this.#changes.hasChanged() || this.#isChanged) this.networkChanged();
    this.run().catch((error: unknown) =>
      this.#options.logger.error({ err: error }, 'a round of handshakes failed'),
    );
    this.schedule();
  }
}
