import type { Message } from '../../../contract/messages/message.ts';
import { message, messageOfError } from '../../../core/messages/message.ts';
import { messageText } from '../../../core/messages/message-text.ts';
import { NodeError } from '../../../core/node-error.ts';
import { ChainThread, type ChainThreadEvents, type OpenedJournal } from './chain-thread.ts';
import type { ChainTask, ChainTaskResults, ChainWorkerData } from './worker-messages.ts';

export interface SupervisedThreadEvents extends ChainThreadEvents {
  /** Called when the thread has ended unexpectedly, e.g. without memory; it is restarted. */
  onLost: () => void;
  /** Called when it runs again, with all acknowledged blocks and perhaps one more. */
  onBack: (opened: OpenedJournal) => void;
}

/** Pause before a restart; it doubles each time until the thread has run for a while. */
const firstPauseMs = 100;
const longestPauseMs = 60_000;
const steadyMs = 60_000;

/** Runs the thread of the embedded chain and restarts it from its journal when it ends unexpectedly. */
export class SupervisedThread {
  readonly #data: ChainWorkerData;
  readonly #events: SupervisedThreadEvents;
  /** Undefined while no thread runs. */
  #thread: ChainThread | undefined;
  #starting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = firstPauseMs;
  /** Reason why no thread runs. */
  #reason: Message = message('chain.embeddedEnded');
  #isClosed = false;

  constructor(data: ChainWorkerData, events: SupervisedThreadEvents) {
    this.#data = data;
    this.#events = events;
  }

  /**
   * Starts the thread.
   * @throws NodeError `chain_unavailable` when the journal cannot be read; there is no retry then. The signal's reason
   */
  async open(signal?: AbortSignal): Promise<OpenedJournal> {
    signal?.throwIfAborted();
    const thread = new ChainThread(this.#data, this.#events);
    const terminate = () => thread.terminate();
    signal?.addEventListener('abort', terminate);
    try {
      const opened = await thread.opened;
      signal?.throwIfAborted();
      this.#keep(thread);
      return opened;
    } catch (error) {
      await thread.close();
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', terminate);
    }
  }

  /**
   * Runs a task.
   * @throws an error with a code of the system; NodeError `chain_unavailable` where no thread runs, or where it ends
   *   before the response, with or without a new block
   */
  run<T extends ChainTask>(task: T): Promise<ChainTaskResults[T['type']]> {
    return this.#thread
      ? this.#thread.run(task)
      : Promise.reject(new NodeError('chain_unavailable', this.#reason));
  }

  /** Ends the thread after all earlier requests. */
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
        this.#reason = message('chain.embeddedEnded');
        return;
      }
      if (performance.now() - since > steadyMs) this.#pauseMs = firstPauseMs;
      this.#reason = message('chain.embeddedRestarting');
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
    let opened: OpenedJournal;
    try {
      opened = await this.open();
    } catch (error) {
      if (this.#isClosed) return;
      this.#reason = messageOfError(error);
      this.#events.onError(messageText(this.#reason));
      this.#startLater();
      return;
    }
    this.#events.onBack(opened);
  }
}
