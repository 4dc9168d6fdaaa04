import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Reason why a subscribed content is not stored here. */
export type Obstacle =
  | 'room'
  | 'nobody'
  | 'invalid'
  | 'too_large'
  | 'blocked'
  | 'cancelled'
  | 'removed'
  | 'failed';

export interface WantedContent {
  sha256: Buffer;
  /** Size in bytes, as listed by another node. */
  size: number | null;
  failures: number;
}

/**
 * Stores the contents that subscriptions match, which are *waiting* to be fetched, *deferred* after a failure, *kept*
 * here, or *left* out. A content has one state for all subscriptions that match it.
 */
export class SubscribedContentRepository {
  readonly #waiting: Statement<[number], WantedContent>;
  readonly #kept: Statement<[number, Buffer]>;
  readonly #deferred: Statement<[string, number, number, Buffer]>;
  readonly #gaveUp: Statement<[string, Buffer]>;
  readonly #wake: Statement<[number, number]>;
  readonly #keptAfter: Statement<[Buffer, number], { sha256: Buffer }>;
  readonly #isWanted: Statement<[Buffer], unknown>;
  readonly #hasObstacle: Statement<[string, string], unknown>;

  constructor(db: Db) {
    this.#waiting = db.prepare(
      `SELECT sha256, size, failures FROM subscribed_contents WHERE state = 'waiting' ORDER BY number DESC LIMIT ?`,
    );
    const ofContent = (set: string) => `UPDATE subscribed_contents SET ${set} WHERE sha256 = ?`;
    this.#kept = db.prepare(
      ofContent("state = 'kept', size = ?, failures = 0, next_attempt = NULL, reason = NULL"),
    );
    this.#deferred = db.prepare(ofContent("state = 'deferred', reason = ?, failures = ?, next_attempt = ?"));
    this.#gaveUp = db.prepare(ofContent("state = 'left', reason = ?, next_attempt = NULL"));
    this.#wake = db.prepare(
      `UPDATE subscribed_contents SET state = 'waiting', next_attempt = NULL WHERE (subscription, sha256) IN (
         SELECT subscription, sha256 FROM subscribed_contents
         WHERE state = 'deferred' AND next_attempt <= ? ORDER BY next_attempt LIMIT ?)`,
    );
    this.#keptAfter = db.prepare(
      `SELECT DISTINCT sha256 FROM subscribed_contents INDEXED BY subscribed_kept
       WHERE sha256 > ? AND state = 'kept' ORDER BY sha256 LIMIT ?`,
    );
    this.#isWanted = db.prepare(
      'SELECT 1 FROM subscribed_contents JOIN subscriptions ON id = subscription WHERE sha256 = ? AND ended = 0',
    );
    this.#hasObstacle = db.prepare(
      `SELECT 1 FROM subscribed_contents WHERE subscription = ? AND reason = ? LIMIT 1`,
    );
  }

  /** Returns the contents to fetch next, newest first. */
  waiting(max: number): WantedContent[] {
    return this.#waiting.all(max);
  }

  /** Marks a content as kept. `size`: stored size in bytes. */
  keep(sha256: Buffer, size: number): void {
    this.#kept.run(size, sha256);
  }

  defer(sha256: Buffer, obstacle: Obstacle, failures: number, until: number): void {
    this.#deferred.run(obstacle, failures, until, sha256);
  }

  /** Stops trying to fetch a content. */
  giveUp(sha256: Buffer, obstacle: Obstacle): void {
    this.#gaveUp.run(obstacle, sha256);
  }

  /** Moves deferred contents that are due back to waiting. */
  wakeDue(now: number, max: number): void {
    this.#wake.run(now, max);
  }

  /** Returns kept contents after a hash, in the order of the hashes. */
  keptAfter(sha256: Buffer, max: number): Buffer[] {
    return this.#keptAfter.all(sha256, max).map((row) => row.sha256);
  }

  /** Returns whether an active subscription matches a content. */
  isWanted(sha256: Buffer): boolean {
    return this.#isWanted.get(sha256) !== undefined;
  }

  hasObstacle(subscription: string, obstacle: Obstacle): boolean {
    return this.#hasObstacle.get(subscription, obstacle) !== undefined;
  }
}
