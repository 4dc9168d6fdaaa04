import type { Message } from '../../../contract/messages/message.ts';
import { LeaseLostError } from '../../../core/concurrency/leader.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { message } from '../../../core/messages/message.ts';
import { type QueueState, TransferQueue } from '../../../platform/net/transfers/transfer-queue.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import { commitAtOnce, type JobCommands } from '../../../platform/sqlite/job-commands.ts';
import { longestPauseMs } from '../../public-nodes/index.ts';
import { KeyNotDeposited } from '../encrypted-shares.ts';
import type { ShareKey, ShareRow } from '../repository/share-repository.ts';
import {
  companionPauseMs,
  decideRetry,
  isPermanent,
  isRefusedByNode,
  NotStoredYet,
} from '../retry-policy.ts';
import { idOf, keyOf, type ShareProgress } from '../share-responses.ts';
import { ShareWorker, type ShareWorkerOptions } from './share-worker.ts';
import { UploadMeters } from './upload-meters.ts';

export interface ShareQueueOptions
  extends Omit<ShareWorkerOptions, 'onStored' | 'onSent' | 'onShared' | 'mayBeWhole'> {
  /** Returns whether background work is paused; see `wake`. */
  isPaused: () => boolean;
  commands: Commands;
  /** The commands of the replica that sends and unshares for all. */
  job: JobCommands;
  /** Whether `ShareRowChanges` starts and ends the work that commands ask for, also those of other replicas. */
  isReplica?: boolean;
  logger: Logger;
  /** Called when the state of a share has changed. */
  onChange: () => void;
  /** Called when the progress of transfers has changed; at most four times a second while bytes are sent. */
  onTransfer: () => void;
  recordExchange: (host: string, exchange: { sentBytes?: number; sharedContents?: number }) => void;
}

const notifyEveryMs = 250;

/** Sends, describes and unshares shares one after the other, and handles failures. */
export class ShareQueue {
  readonly #options: ShareQueueOptions;
  readonly #worker: ShareWorker;
  readonly #queue: TransferQueue;
  readonly #meters = new UploadMeters();
  #notifying: NodeJS.Timeout | undefined;
  /** What follows the commit of the command that runs. */
  #following: Set<() => void> | undefined;

  constructor(options: ShareQueueOptions) {
    this.#options = options;
    const { shares, isPaused, onChange, recordExchange } = options;
    this.#worker = new ShareWorker({
      ...options,
      onStored: (key, bytes) => {
        if (this.#meters.recordStored(idOf(key), bytes)) this.#queue.resetFailures(idOf(key));
      },
      onSent: (key, bytes) => this.#sent(key, bytes),
      mayBeWhole: (row) => this.#meters.mayBeWhole(idOf(row), row),
      onShared: (key, covered) => {
        recordExchange(key.host, { sharedContents: 1 });
        this.startIdle(covered);
      },
    });
    this.#queue = new TransferQueue({
      laneOf: (id) => {
        const key = keyOf(id);
        return { key: key.host, kind: shares.get(key)?.state === 'waiting' ? 'transfer' : 'request' };
      },
      work: async (id, signal) => {
        await this.#worker.run(keyOf(id), signal);
        this.#meters.remove(id);
      },
      onFailure: (id, error, failures) => this.#failed(keyOf(id), error, failures),
      isPaused,
      logger: options.logger,
      onChange,
    });
  }

  /** Whether this replica sends and unshares; others only write what is to be done. */
  get isLeading(): boolean {
    return this.#options.job.isLeading;
  }

  /** Runs writes as one command; work on shares starts and ends after its commit. */
  async write<T>(writes: () => T, commands: Commands = this.#options.commands): Promise<T> {
    let following = new Set<() => void>();
    const written = await commitAtOnce(commands, () => {
      // It may run again.
      following = new Set();
      this.#following = following;
      try {
        return writes();
      } finally {
        this.#following = undefined;
      }
    });
    this.#queue.batch(() => {
      for (const work of following) work();
    });
    return written;
  }

  /** Runs writes as a command that fails where another replica leads. */
  writeAsLeader<T>(writes: () => T): Promise<T> {
    return this.write(writes, this.#options.job);
  }

  /** Runs work after the commit of the command that runs; the same function once. */
  afterCommit(work: () => void): void {
    if (this.#following) this.#following.add(work);
    else work();
  }

  /**
   * Starts or restarts work on a share.
   * @param isRequested whether it continues during a background pause
   */
  start(key: ShareKey, isRequested: boolean): void {
    this.#work(() => {
      if (this.isLeading) this.#queue.start(idOf(key), isRequested);
    });
  }

  /** Starts work on those shares that have no work in progress. */
  startIdle(keys: readonly ShareKey[]): void {
    if (keys.length === 0) return;
    this.#work(() =>
      this.#queue.batch(() => {
        for (const key of keys) if (this.stateOf(key) === undefined) this.start(key, true);
      }),
    );
  }

  cancel(key: ShareKey): void {
    this.#work(() => this.#queue.cancel(idOf(key)));
  }

  /** Ends work on a share and removes its progress. */
  remove(key: ShareKey): void {
    this.#work(() => {
      this.#queue.cancel(idOf(key));
      this.#meters.remove(idOf(key));
    });
  }

  /** Retries shares that wait after a failure. */
  retry(keys: readonly ShareKey[]): void {
    this.#queue.retry(keys.map(idOf));
  }

  /** Interrupts and restarts transfers with some hosts. */
  restart(matches: (host: string) => boolean): void {
    this.#queue.restart(matches);
  }

  /** Starts the work that may run, and interrupts the work that must pause. */
  wake(): void {
    this.#queue.wake();
  }

  stateOf(key: ShareKey): QueueState | undefined {
    return this.#queue.stateOf(idOf(key));
  }

  progressOf(key: ShareKey): ShareProgress {
    return { state: this.stateOf(key), ...this.#meters.read(idOf(key)) };
  }

  /** Aborts and forgets all work, because another replica does it now; resolves when none is running. */
  async clear(): Promise<void> {
    await this.#queue.clear();
  }

  /** Aborts all work, and resolves when none is running. */
  async stop(): Promise<void> {
    clearTimeout(this.#notifying);
    await this.#queue.stop();
  }

  /** Starts or ends work on shares, after the commit of the command that runs. */
  #work(work: () => void): void {
    if (!this.#following || !this.#options.isReplica) this.afterCommit(work);
  }

  /** Records a failure; returns the pause before the next attempt in ms. */
  async #failed(key: ShareKey, error: unknown, failures: number): Promise<number | undefined> {
    const { shares, logger } = this.#options;
    const row = shares.get(key);
    if (!row || error instanceof LeaseLostError) return undefined;
    if (row.state === 'waiting' && isRefusedByNode(error)) this.#meters.reset(idOf(key));
    const withoutProgress = this.#meters.recordFailure(idOf(key));
    const {
      delayMs,
      message: why,
      isUnexpected,
    } = decideRetry(error, { consecutive: failures, withoutProgress });
    if (error instanceof NotStoredYet && delayMs === undefined) {
      await this.#worker.recordUnshared(row, false);
      this.#meters.remove(idOf(key));
      return undefined;
    }
    if (row.isCompanion && row.state === 'waiting' && delayMs === undefined && !isPermanent(error)) {
      await this.writeAsLeader(() => shares.update(row, { message: why }));
      return companionPauseMs;
    }
    if (isUnexpected) logger.error({ err: error }, 'a content could not be shared');
    await this.writeAsLeader(() => this.#recordFailure(row, error, why, delayMs === undefined));
    return row.state === 'withdrawing' ? (delayMs ?? longestPauseMs) : delayMs;
  }

  #recordFailure(row: ShareRow, error: unknown, why: Message, isOver: boolean): void {
    const { shares } = this.#options;
    if (error instanceof KeyNotDeposited) {
      shares.update(row, { keyState: isOver ? 'failed' : 'waiting', message: why });
    } else if (row.state === 'waiting' && isOver) {
      shares.update(row, { state: 'failed', message: why });
    } else if (row.state === 'shared') {
      shares.update(row, { message: message('sharing.detailsUnchanged', { why }) });
    } else {
      shares.update(row, { message: why });
    }
  }

  #sent(key: ShareKey, bytes: number): void {
    const { recordExchange, onTransfer } = this.#options;
    this.#meters.recordSent(idOf(key), bytes);
    recordExchange(key.host, { sentBytes: bytes });
    this.#notifying ??= setTimeout(() => {
      this.#notifying = undefined;
      onTransfer();
    }, notifyEveryMs);
  }
}
