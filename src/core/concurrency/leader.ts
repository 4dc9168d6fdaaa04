import { once } from 'node:events';

/**
 * The right of this process to do a job, which each write of the job carries: a process that was paused does not notice
 * at once that another one leads, and its writes are refused then.
 */
export interface Lease {
  readonly job: string;
  readonly holder: string;
  /** Greater than the number of each lease of the job before. */
  readonly fence: number;
}

/** This process does not lead the job, so nothing was written. */
export class LeaseLostError extends Error {
  constructor({ job }: Pick<Lease, 'job'>) {
    super(`This replica does not lead the job "${job}" any more`);
  }
}

/**
 * A job.
 * @param signal the job ends soon after it is aborted and not before; never rejects
 * @param lease undefined where no other process can lead
 */
export type LedWork = (signal: AbortSignal, lease: Lease | undefined) => Promise<void>;

/** Lets one process at a time do a job that any replica could do. */
export interface Leader {
  /**
   * Runs `work` while this process leads the job.
   * @param isAble whether this process can do the job now; otherwise, another one may lead. Default: yes.
   * @returns a function that ends it, and resolves when `work` has ended
   */
  run(job: string, work: LedWork, isAble?: () => boolean): () => Promise<void>;
}

/** The leader of a node that shares its state with no other one. */
export const soleLeader: Leader = {
  run: (_job, work) => {
    const stopping = new AbortController();
    const running = work(stopping.signal, undefined);
    return async () => {
      stopping.abort();
      await running;
    };
  },
};

export interface Worker {
  start(lease?: Lease): unknown;
  stop(): Promise<void>;
}

/** Returns a worker that works while this process leads its job. */
export function ledBy(leader: Leader, job: string, worker: Worker): Worker {
  let end = () => worker.stop();
  return {
    start: () => {
      end = leader.run(job, async (signal, lease) => {
        worker.start(lease);
        await untilAborted(signal);
        await worker.stop();
      });
    },
    stop: () => end(),
  };
}

/** Resolves when the signal is aborted. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
