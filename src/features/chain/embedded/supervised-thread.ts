import { NodeError } from '../../../core/node-error.ts';
import { ChainThread, type ChainThreadEvents, type Opened } from './chain-thread.ts';
import type { ChainTask, ChainTaskResults, ChainWorkerData } from './worker-messages.ts';

export interface SupervisedThreadEvents extends ChainThreadEvents {
  /** The thread has ended of itself, e.g. without memory; it is started again. */
  onLost: () => void;
  /** It runs again: what was acknowledged before is there, and one block more at most. */
  onBack: (opened: Opened) => void;
}

/** Before it is started again: twice as long each time, until it has run for a while. */
const firstPauseMs = 100;
const longestPauseMs = 60_000;
const steadyMs = 60_000;

/** The thread of the embedded chain, started again from its journal whenever it ends of itself. */
export class SupervisedThread {
  readonly #data: ChainWorkerData;
  readonly #events: SupervisedThreadEvents;
  /** Undefined while there is none. */
  #thread: ChainThread | undefined;
  #starting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = firstPauseMs;
  /** Why there is none. */
  #reason = '';
  #isClosed = false;

  constructor(data: ChainWorkerData, events: SupervisedThreadEvents) {
    this.#data = data;
    this.#events = events;
  }

  /**
   * Starts it.
   * @throws NodeError `chain_unavailable` when the journal cannot be read; it is not tried again then
   */
  async open(): Promise<Opened> {
    const thread = new ChainThread(this.#data, this.#events);
    try {
      const opened = await thread.opened;
      this.#keep(thread);
      return opened;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  /**
   * Rejects with an error that has the system's code, or with `chain_unavailable` when there is no thread, or it ends
   * before it answers: then a block may have been made or not.
   */
  run<T extends ChainTask>(task: T): Promise<ChainTaskResults[T['type']]> {
    return this.#thread
      ? this.#thread.run(task)
      : Promise.reject(new NodeError('chain_unavailable', this.#reason));
  }

  /** Ends the thread after what was asked before. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#starting;
    await this.#thread?.close();
  }

  #keep(thread: ChainThread): void {
    this.#thread = thread;
    const since = performance.now();
    void thread.exited.then(() => {
      this.#thread = undefined;
      if (this.#isClosed) {
        this.#reason = 'The embedded chain has ended. Start the node again to have it back.';
        return;
      }
      if (performance.now() - since > steadyMs) this.#pauseMs = firstPauseMs;
      this.#reason = 'The embedded chain has ended unexpectedly and is started again. Try again in a moment.';
      this.#startLater();
      this.#events.onLost();
    });
  }

  #startLater(): void {
    this.#timer = setTimeout(() => {
      this.#starting = this.#startAgain();
    }, this.#pauseMs);
    this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2);
  }

  async #startAgain(): Promise<void> {
    let opened: Opened;
    try {
      opened = await this.open();
    } catch (error) {
      if (this.#isClosed) return;
      this.#reason = error instanceof Error ? error.message : String(error);
      this.#events.onError(this.#reason);
      this.#startLater();
      return;
    }
    this.#events.onBack(opened);
  }
}
