import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { dueHosts } from './due.ts';
import type { Handshaker } from './handshaker.ts';
import type { PeerBook } from './peer-book.ts';

const ROUND_MS = 600_000;
const LONGEST_ROUND_MS = ROUND_MS * 1.2;
/** Short enough for the shortest back-off, and to notice soon that the computer has slept. */
const PULSE_MS = 10_000;

export interface RoundsOptions {
  book: PeerBook;
  handshaker: Handshaker;
  clock: Clock;
  logger: Logger;
}

/** Shakes hands at start, every 10 minutes (± 20 %), and with failing nodes when they are due again. */
export class Rounds {
  readonly #options: RoundsOptions;
  #timer: NodeJS.Timeout | undefined;
  #nextRound = 0;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#pulse(), PULSE_MS);
    this.#pulse();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #pulse(): void {
    this.run().catch((error: unknown) =>
      this.#options.logger.error({ err: error }, 'a round of handshakes failed'),
    );
  }

  /** Does what is due at this moment; resolves when it is done. */
  async run(): Promise<void> {
    const { book, handshaker, clock } = this.#options;
    const now = clock();
    const roundIsDue = now >= this.#nextRound || this.#nextRound > now + LONGEST_ROUND_MS;
    if (roundIsDue) this.#nextRound = now + ROUND_MS * (0.8 + 0.4 * Math.random());
    await handshaker.shakeInTurn(dueHosts(book.rows(), now, roundIsDue));
  }
}
