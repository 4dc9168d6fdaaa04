import { isDeepStrictEqual } from 'node:util';
import type { ConstantMessageId, Message } from '../../../contract/messages/message.ts';
import type { Clock } from '../../../core/clock.ts';
import { backoffMs, jittered } from '../../../core/concurrency/backoff.ts';
import { LeaseLostError } from '../../../core/concurrency/leader.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { ChainEvent } from './chain-event.ts';
import type { ChainIndexRepository } from './chain-index-repository.ts';
import { EventWriter } from './event-writer.ts';
import { PlatformFollower } from './platform-follower.ts';
import type { ChainPlatformRepository, Successor } from './platform-repository.ts';
import { type ChainReader, PlatformSource } from './platform-source.ts';
import { PlatformWalk } from './platform-walk.ts';
import { WalkApplier } from './walk-applier.ts';

const defaultPollMs = 5_000;
const maxPauseMs = 300_000;
/** Failures that another replica, or the next polls of this one, resolve. */
const passing: ReadonlySet<string> = new Set<ConstantMessageId>(['chain.otherChain', 'chain.replicaBehind']);
/** Maximum delay of an event from its contract to the platform. */
const maxEventDelaySeconds = 300;
const maxEmbeddedEventDelaySeconds = 10;

export interface IndexerState {
  /** `starting`: no response from the chain yet; `syncing`: the index is incomplete. */
  status: 'starting' | 'syncing' | 'ok' | 'unavailable';
  /** Reason why it is unavailable, and what happens next. */
  message: Message | null;
  /** The masterchain seqno up to which the index is complete. */
  height: number;
  /** Chain time in Unix seconds up to which the index is complete. */
  completeUntil: number;
  /** When the chain last answered, and when the index was last up to date with it, in milliseconds; 0: never. */
  reportedAt: { chain: number; index: number };
}

export interface IndexerOptions {
  network: 'embedded' | 'testnet' | 'mainnet';
  /** The followed platform. */
  platform: RawAddress;
  /** The successor of it that is to be read instead. */
  successor?: Successor | undefined;
  /** TonClient. */
  client: ChainReader;
  /** Another service that must confirm the responses of the first, if any. */
  second?: ChainReader | undefined;
  platforms: ChainPlatformRepository;
  index: ChainIndexRepository;
  /** Called in the command that adds the event to the index, perhaps again; changes nothing but the database. */
  onEvent: (event: ChainEvent) => void;
  /** Called with the events of a command when it is committed. */
  onEvents?: (events: readonly ChainEvent[]) => void;
  /** Called in the command that removes the data of a replaced chain, perhaps again; changes nothing but the database. */
  onWipe: () => void;
  /** Called when these were removed, also by another replica. */
  onReplaced?: () => void;
  /** Whether this process follows the chain, and others only read its index; default: yes. */
  isLeading?: () => boolean;
  /** Called after the index or the state has changed. */
  onChange: () => void;
  clock: Clock;
  logger: Logger;
  /** Poll interval in milliseconds; 5 s by default. */
  pollMs?: number;
}

/** Follows a platform on the chain and keeps its index in the database up to date (docs/decisions/chain-index.md). */
export class Indexer {
  /** Id of the followed platform in the database. */
  readonly platformId: number;
  readonly #options: IndexerOptions;
  readonly #follower: PlatformFollower;
  readonly #stopping = new AbortController();
  #status: Pick<IndexerState, 'status' | 'message'> = { status: 'starting', message: null };
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isPoked = false;
  #polling: Promise<void> | undefined;
  #failures = 0;
  /** Time of the first failure in a row that concerns the chain service, or this computer, in milliseconds. */
  #failingSince: number | undefined;

  constructor(options: IndexerOptions) {
    const { network, successor, client, platforms, index, onEvent, onEvents, onWipe, onChange } = options;
    const followed = platforms.idOf(network, options.platform);
    const {
      id,
      address: platform,
      position,
    } = successor ?? { id: followed, address: options.platform, position: 0 };
    const source = new PlatformSource(client, platform, options.second);
    const onLong = () => this.#setStatus({ status: 'syncing', message: null });
    const isOnlyOne = network === 'embedded';
    this.#options = options;
    this.platformId = followed;
    this.#follower = new PlatformFollower({
      source,
      platforms,
      id,
      followed,
      isOnlyOne,
      onWipe,
      onReplaced: () => options.onReplaced?.(),
      isLeading: options.isLeading ?? (() => true),
      clock: options.clock,
      logger: options.logger,
      walk: new PlatformWalk({ source, platforms, id, platform, onLong }),
      applier: new WalkApplier({
        platforms,
        index,
        id,
        onEvent,
        onEvents,
        onChange,
        writer: new EventWriter(index, followed, platform, position),
      }),
      eventDelaySeconds: isOnlyOne ? maxEmbeddedEventDelaySeconds : maxEventDelaySeconds,
    });
  }

  state(): IndexerState {
    const { height, completeUntil } = this.#follower;
    return { ...this.#status, height, completeUntil, reportedAt: this.#follower.reportedAt };
  }

  /** Returns whether every poll has failed for some time, so that another replica might do better. */
  hasFailedFor(ms: number): boolean {
    return this.#failingSince !== undefined && this.#options.clock() - this.#failingSince >= ms;
  }

  start(): void {
    this.#isStarted = true;
    this.poke();
  }

  /** Polls at once because the chain has changed. */
  poke(): void {
    if (!this.#isStarted) return;
    this.#isPoked = true;
    if (!this.#polling) this.#schedule(0);
  }

  /** Polls the chain after the current poll; resolves at its end, even if it failed. */
  async now(): Promise<void> {
    await this.#polling;
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined;
      this.#schedule(this.#isPoked ? 0 : this.#pause());
    });
    await this.#polling;
  }

  /** Stops at once: pending requests write nothing any more. Resolves when the progress is saved. */
  async stop(): Promise<void> {
    const isRunning = !this.#stopping.signal.aborted;
    this.discard();
    if (isRunning) await this.#follower.save();
  }

  /** Stops at once without saving the progress. */
  discard(): void {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    this.#stopping.abort();
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isStarted) this.#timer = setTimeout(() => void this.now(), ms);
  }

  #pause(): number {
    const { pollMs = defaultPollMs } = this.#options;
    return this.#failures === 0 ? pollMs : jittered(backoffMs(this.#failures, pollMs, maxPauseMs));
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping;
    this.#isPoked = false;
    try {
      signal.throwIfAborted();
      await this.#follower.poll(signal);
      this.#failures = 0;
      this.#failingSince = undefined;
      this.#setStatus({ status: 'ok', message: null });
    } catch (error) {
      // Another replica follows the chain now.
      if (signal.aborted || error instanceof LeaseLostError) return;
      this.#failures += 1;
      const isPassing = error instanceof NodeError && passing.has(error.text.reason);
      this.#failingSince = isPassing ? undefined : (this.#failingSince ?? this.#options.clock());
      this.#setStatus({ status: 'unavailable', message: this.#failureMessage(error) });
    }
  }

  #failureMessage(error: unknown): Message {
    if (error instanceof NodeError) return error.text;
    this.#options.logger.error({ err: error }, 'the index of the chain could not be updated');
    return message('chain.indexFailed');
  }

  #setStatus(status: Pick<IndexerState, 'status' | 'message'>): void {
    const isSame = isDeepStrictEqual(this.#status, status);
    this.#status = status;
    if (!isSame) this.#options.onChange();
  }
}
