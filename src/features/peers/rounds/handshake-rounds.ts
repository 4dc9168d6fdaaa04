import type { Clock } from '../../../core/clock.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { NetworkChanges } from '../../../platform/net/network-changes.ts';
import type { PeerBook } from '../peer-book.ts';
import type { Handshaker } from './handshaker.ts';

const ROUND_MS = 600_000;
/** Nodes that start together are proven by whom they ask only after they were answered: they ask again soon. */
const SECOND_ROUND_MS = 30_000;
const LONGEST_ROUND_MS = ROUND_MS * 1.2;
/** Between two looks at who is due. */
const SHORTEST_PAUSE_MS = 5_000;
/** Long enough to cost nothing, short enough to notice soon that the computer has slept. */
const LONGEST_PAUSE_MS = 60_000;
/** Peers that failed are asked anew this soon at most after the network changed. */
const SOON_MS = 5_000;
const BETWEEN_CHANGES_MS = 30_000;

export interface RoundsOptions {
  book: PeerBook;
  handshaker: Handshaker;
  clock: Clock;
  logger: Logger;
}

/**
 * Shakes hands at start, half a minute later, every 10 minutes (± 20 %), and with failing nodes when they are due
 * again.
 */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #changes: NetworkChanges;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #nextRound = 0;
  #roundMs = SECOND_ROUND_MS;
  /** By the steady clock. */
  #wokeAt = 0;
  #isChanged = false;
  #hastenedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RoundsOptions) {
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

  /** Wakes up when somebody is due; to be called after every change of the book. */
  plan(): void {
    if (!this.#isRunning) return;
    const { book, clock } = this.#options;
    const now = clock();
    const untilDue = Math.min(this.#nextRound, book.nextAttempt() ?? Number.POSITIVE_INFINITY) - now;
    const awake = performance.now() - this.#wokeAt;
    const pause = Math.max(Math.min(untilDue, LONGEST_PAUSE_MS - awake), SHORTEST_PAUSE_MS - awake, 0);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake(), pause);
  }

  /** The computer woke up, or is in another network: peers that could not be reached are tried soon. */
  networkChanged(): void {
    const now = performance.now();
    this.#isChanged = now - this.#hastenedAt < BETWEEN_CHANGES_MS;
    // Once more in a while, at one of the next wake-ups.
    if (this.#isChanged) return;
    this.#hastenedAt = now;
    this.#options.book.hasten(SOON_MS);
    this.plan();
  }

  /** Does what is due at this moment; resolves when it is done. */
  async run(): Promise<void> {
    const { book, handshaker, clock } = this.#options;
    const now = clock();
    const roundIsDue = now >= this.#nextRound || this.#nextRound > now + LONGEST_ROUND_MS;
    if (roundIsDue) {
      this.#nextRound = now + this.#roundMs * (0.8 + 0.4 * Math.random());
      this.#roundMs = ROUND_MS;
    }
    await handshaker.shakeInTurn([...(roundIsDue ? book.forRound() : []), ...book.waiting()]);
  }

  #wake(): void {
    this.#wokeAt = performance.now();
    if (this.#changes.happened() || this.#isChanged) this.networkChanged();
    this.run().catch((error: unknown) =>
      this.#options.logger.error({ err: error }, 'a round of handshakes failed'),
    );
    this.plan();
  }
}
