import type { Clock } from '../../../core/clock.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { ChainRefusal } from '../client/chain-refusal.ts';
import { compareWithIndex, type HeadComparison } from './compare-with-index.ts';
import type { ChainPlatformRepository, PlatformState, TransactionId } from './platform-repository.ts';
import { ChainGap, type PlatformHead, type PlatformSource } from './platform-source.ts';
import type { PlatformWalk } from './platform-walk.ts';
import type { WalkApplier } from './walk-applier.ts';

/** Number of failures in a row after which a walk is dropped, because it began with a wrong transaction. */
const maxWalkFailures = 3;
/** Number of polls in a row after which a chain that differs from the index counts as replaced. */
const mismatchesToReplace = 8;
/**
 * Numbers of polls in a row after which a back end that is behind is reported, and after which its height is accepted.
 */
const behindToReport = 12;
const behindToAccept = 24;
/** Number of polls after which a replica says that its index still lacks what the first of them found on the chain. */
const aheadToReport = 6;
/** Interval between writes of the height when nothing else is written. */
const saveIntervalMs = 60_000;

export interface PlatformFollowerOptions {
  source: PlatformSource;
  platforms: ChainPlatformRepository;
  walk: PlatformWalk;
  applier: WalkApplier;
  /** Id of the platform's progress in the database. */
  id: number;
  /** Id of the platform that it is, or succeeds. */
  followed: number;
  /** Whether there is only one, authoritative back end, as for the embedded chain. */
  isOnlyOne: boolean;
  /** Maximum delay of contract events in seconds. */
  eventDelaySeconds: number;
  /** Called in the command that removes the data of the former chain, perhaps again; changes nothing but the database. */
  onWipe: () => void;
  /** Called when the data of the former chain were removed, also by another replica. */
  onReplaced: () => void;
  /** Whether this process follows the chain; others only compare their copy of the index with it. */
  isLeading: () => boolean;
  clock: Clock;
  logger: Logger;
}

/** Updates the index and decides which back ends to trust. */
export class PlatformFollower {
  readonly #options: PlatformFollowerOptions;
  #height: number;
  #completeUntil: number;
  #savedAt = Number.NEGATIVE_INFINITY;
  #walkFailures = 0;
  #mismatches = 0;
  #behind = 0;
  #ahead = 0;
  /** The newest transaction that the index lacked at the first of these polls. */
  #awaited: TransactionId | undefined;
  /** Whether the index had everything that a poll of this process found. */
  #hasCaughtUp = false;
  #replacements: number;
  #reportedAt = { chain: 0, index: 0 };

  constructor(options: PlatformFollowerOptions) {
    this.#options = options;
    const { height, completeUntil, replacements } = options.platforms.state(options.id);
    this.#height = height;
    this.#completeUntil = completeUntil;
    this.#replacements = replacements;
  }

  /** The masterchain seqno up to which the index is complete. */
  get height(): number {
    return this.#height;
  }

  /** Chain time in Unix seconds up to which the index contains all events of contracts. */
  get completeUntil(): number {
    return this.#completeUntil;
  }

  /** When the chain last answered, and when the index was last up to date with it, in milliseconds; 0: never. */
  get reportedAt(): { chain: number; index: number } {
    return this.#reportedAt;
  }

  /**
   * Polls once and indexes new transactions, or waits for the replica that does.
   * @throws NodeError `chain_unavailable`, ChainRefusal; LeaseLostError; the signal's reason: nothing is written from
   *   then on
   */
  async poll(signal: AbortSignal): Promise<void> {
    const { platforms, id, isLeading } = this.#options;
    this.#noticeReplacement();
    if (!isLeading()) return this.#observe(signal);
    const { walk, cursor } = platforms.state(id);
    if (walk && !(await this.#walk(walk, signal))) return this.#handleMismatch(undefined, signal);
    if (platforms.walked(id, cursor, 1).length > 0) await this.#apply(() => {}, signal);
    const head = await this.#readHead(signal);
    switch (this.#compare(head)) {
      case 'same':
        return this.#confirmHead(head);
      case 'behind':
        return this.#handleBehind(head);
      case 'contradicts':
        return this.#handleMismatch(head, signal);
      case 'ahead':
        if (!head.last || !(await this.#walk(head.last, signal))) return this.#handleMismatch(head, signal);
        await this.#apply(() => this.#writeHeight(this.#heightAt(head)), signal);
        this.#savedAt = performance.now();
        return this.#confirmHead(head);
    }
  }

  /** Saves the progress. */
  async save(): Promise<void> {
    if (!this.#options.isLeading()) return;
    this.#savedAt = performance.now();
    await this.#options.platforms.write(() =>
      this.#writeHeight({ height: this.#height, completeUntil: this.#completeUntil }),
    );
  }

  /** Compares the index with the chain, which another replica follows. */
  async #observe(signal: AbortSignal): Promise<void> {
    const head = await this.#readHead(signal);
    switch (this.#compare(head)) {
      case 'same':
        return this.#confirmHead(head);
      case 'behind':
        return this.#handleBehind(head);
      case 'contradicts':
        throw new NodeError('chain_unavailable', 'chain.otherChain');
      case 'ahead':
        return this.#awaitIndex(head);
    }
  }

  /** Waits for the index to get what is on the chain, of which there may always be something newer. */
  #awaitIndex({ last }: PlatformHead): void {
    const { platforms, id } = this.#options;
    const { cursor } = platforms.state(id);
    if (this.#awaited && cursor && cursor.lt >= this.#awaited.lt) this.#setCaughtUp();
    this.#awaited ??= last;
    this.#ahead += 1;
    if (this.#hasCaughtUp && this.#ahead < aheadToReport) return;
    throw new NodeError('chain_unavailable', 'chain.replicaBehind');
  }

  #setCaughtUp(): void {
    this.#hasCaughtUp = true;
    this.#awaited = undefined;
    this.#ahead = 0;
    this.#reportedAt = { ...this.#reportedAt, index: this.#options.clock() };
  }

  async #readHead(signal: AbortSignal): Promise<PlatformHead> {
    const head = await this.#options.source.head();
    signal.throwIfAborted();
    this.#reportedAt = { ...this.#reportedAt, chain: this.#options.clock() };
    return head;
  }

  #compare(head: PlatformHead): HeadComparison {
    const { platforms, id, isOnlyOne } = this.#options;
    const known = { cursor: platforms.state(id).cursor, height: this.#height };
    return compareWithIndex(head, known, (transaction) => platforms.has(id, transaction), isOnlyOne);
  }

  #writeHeight({ height, completeUntil }: Pick<PlatformState, 'height' | 'completeUntil'>): void {
    this.#options.platforms.setHeight(this.#options.id, height, completeUntil);
  }

  #heightAt({ seqno, time }: PlatformHead): Pick<PlatformState, 'height' | 'completeUntil'> {
    const { clock, eventDelaySeconds } = this.#options;
    const now = Math.min(time, Math.floor(clock() / 1000));
    return { height: seqno, completeUntil: Math.max(this.#completeUntil, now - eventDelaySeconds) };
  }

  /** Forgets what was known of a chain whose data were removed, here or by another replica. */
  #noticeReplacement(): void {
    const { replacements } = this.#options.platforms.state(this.#options.id);
    if (replacements === this.#replacements) return;
    this.#replacements = replacements;
    this.#mismatches = 0;
    this.#height = 0;
    this.#completeUntil = 0;
    this.#awaited = undefined;
    this.#hasCaughtUp = false;
    this.#options.onReplaced();
  }

  #apply(atEnd: () => void, signal: AbortSignal): Promise<void> {
    return this.#options.applier.run(atEnd, signal);
  }

  async #confirmHead(head: PlatformHead): Promise<void> {
    this.#mismatches = 0;
    this.#behind = 0;
    this.#setCaughtUp();
    const { height, completeUntil } = this.#heightAt(head);
    this.#height = height;
    this.#completeUntil = completeUntil;
    if (performance.now() - this.#savedAt > saveIntervalMs) await this.save();
  }

  async #walk(from: TransactionId, signal: AbortSignal): Promise<boolean> {
    const { walk, platforms, id } = this.#options;
    try {
      const isOnChain = await walk.run(from, signal);
      this.#walkFailures = 0;
      return isOnChain;
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof ChainGap || error instanceof ChainRefusal) this.#walkFailures += 1;
      if (this.#walkFailures >= maxWalkFailures) {
        this.#walkFailures = 0;
        await platforms.write(() => platforms.dropWalk(id, platforms.state(id).cursor));
      }
      throw error;
    }
  }

  /**
   * Handles a back end that is behind the index: it may be late for a moment, but if all are for long, the known height
   * was wrong.
   */
  #handleBehind({ seqno, last }: PlatformHead): void {
    this.#behind += 1;
    if (last) this.#mismatches = 0;
    if (this.#behind >= behindToAccept) this.#height = Math.min(this.#height, seqno);
    if (this.#behind < behindToReport) return;
    throw new NodeError(
      'chain_unavailable',
      message('chain.serviceBehind', { block: seqno, known: this.#height }),
    );
  }

  /**
   * Handles a back end whose chain lacks a transaction of the index. The chain was replaced only if that lasts;
   * otherwise other back ends, or the same one later, have the transaction at the cursor.
   * @param head undefined: an earlier run found the mismatch
   */
  async #handleMismatch(head: PlatformHead | undefined, signal: AbortSignal): Promise<void> {
    const { source, platforms, id, followed, isOnlyOne, onWipe, logger } = this.#options;
    const { cursor } = platforms.state(id);
    const isThere = cursor === undefined || (await source.has(cursor));
    signal.throwIfAborted();
    if (isThere) {
      logger.warn(
        { height: this.#height, seqno: head?.seqno },
        'back ends of the chain service contradict each other',
      );
      this.#mismatches = 0;
      if (isOnlyOne && head) this.#height = head.seqno;
      return;
    }
    this.#mismatches += 1;
    if (this.#mismatches < (isOnlyOne ? 1 : mismatchesToReplace)) {
      throw new NodeError('chain_unavailable', 'chain.otherChain');
    }
    logger.warn({ height: this.#height }, 'the chain was replaced; indexing it from the beginning');
    await platforms.write(() => {
      platforms.wipe(followed);
      onWipe();
    });
    return this.poll(signal);
  }
}
