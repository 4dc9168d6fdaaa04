import { setTimeout as delay } from 'node:timers/promises';
import { type Leader, type Lease, soleLeader } from '../../../core/concurrency/leader.ts';
import { isTemporary, type S3Client } from './s3-client.ts';
import type { SegmentIndex } from './segments.ts';

/** Times in milliseconds. */
const defaultTimes = {
  /** Pause before each run. */
  pause: 60 * 60 * 1000,
  /** Pause before the first run where the one before is overdue. */
  shortPause: 5 * 60 * 1000,
};
const pageSize = 256;
const atOnce = 4;

export interface SegmentCollectorOptions {
  client: Pick<S3Client, 'delete'>;
  index: Pick<SegmentIndex, 'removeStrays' | 'unused' | 'deleted' | 'isOverdue'>;
  /** Lets one replica at a time delete segments. Default: no other one can. */
  leader?: Leader | undefined;
  onError: (error: unknown) => void;
  times?: typeof defaultTimes;
}

/** Deletes segments that have belonged to no blob for a day, every hour, and never within minutes of the start. */
export class SegmentCollector {
  readonly #options: SegmentCollectorOptions;
  #end: () => Promise<void> = async () => {};

  constructor(options: SegmentCollectorOptions) {
    this.#options = options;
  }

  start(): void {
    const { leader = soleLeader } = this.#options;
    this.#end = leader.run('deletion of unused segments', (signal, lease) => this.#run(signal, lease));
  }

  stop(): Promise<void> {
    return this.#end();
  }

  /**
   * Deletes what is unused now, and returns how many segments there were. Each was taken by a committed write, after
   * which no blob can get it, so that a process that no longer leads deletes none that is in use.
   * @throws LeaseLostError
   */
  async collect(signal?: AbortSignal, lease?: Lease): Promise<number> {
    const { index, client } = this.#options;
    let total = 0;
    await index.removeStrays(lease);
    while (!signal?.aborted) {
      const keys = await index.unused(pageSize, lease);
      if (keys.length === 0) break;
      for (let at = 0; at < keys.length; at += atOnce) {
        const some = keys.slice(at, at + atOnce);
        try {
          await Promise.all(some.map((key) => client.delete(key, signal)));
        } catch (error) {
          // The next run tries again.
          if (signal?.aborted || isTemporary(error)) return total;
          throw error;
        }
        await index.deleted(some, lease);
        total += some.length;
      }
    }
    return total;
  }

  async #run(signal: AbortSignal, lease: Lease | undefined): Promise<void> {
    const { index, onError, times = defaultTimes } = this.#options;
    // Otherwise nothing would be deleted while no leader, or no run of a node, lasts for an hour.
    let pause = index.isOverdue(times.pause) ? times.shortPause : times.pause;
    while (await hasPassed(pause, signal)) {
      await this.collect(signal, lease).catch(onError);
      pause = times.pause;
    }
  }
}

/** Waits; returns false when the signal was aborted meanwhile. */
const hasPassed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, true, { signal, ref: false }).catch(() => false);
