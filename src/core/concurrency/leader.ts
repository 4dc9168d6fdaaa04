import { once } from 'node:events';

/** Lets one process at a time do a job that any replica could do. */
export interface Leader {
  /**
   * Runs `work` while this process leads the job.
   * @param work ends soon after `signal` is aborted and not before; never rejects
   * @returns a function that ends it, and resolves when `work` has ended
   */
  run(job: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void>;
}

/** The leader of a node that shares its state with no other one. */
export const soleLeader: Leader = {
  run: (_job, work) => {
    const stopping = new AbortController();
    const running = work(stopping.signal);
    return async () => {
      stopping.abort();
      await running;
    };
  },
};

interface Worker {
  start(): unknown;
  stop(): Promise<void>;
}

/** Returns a worker that works while this process leads its job. */
export function ledBy(leader: Leader, job: string, worker: Worker): Worker {
  let end = () => worker.stop();
  return {
    start: () => {
      end = leader.run(job, async (signal) => {
        worker.start();
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
