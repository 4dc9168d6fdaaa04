import type { FromViewer } from '../../viewer/messages.ts';
import { fromViewer } from './viewer-messages.ts';

/** `silent`: it does not answer; `slow`: it shows nothing in time; `flood`: it says too much. */
export type FrameEnd = 'silent' | 'slow' | 'flood';

interface FrameWatchOptions {
  ping(): void;
  isVisible(): boolean;
  /** Ticks more in which it may show nothing yet. */
  loadingTicks?: number;
  /** Gets what the frame says. */
  onMessage(message: FromViewer): void;
  /** Told once; nothing is heard of the frame any more. */
  onEnd(end: FrameEnd): void;
}

const tickMs = 1000;
/** Ticks, not times, so that a computer that slept has missed none. */
const limits = { silentTicks: 10, openingTicks: 20 };
/** One answer to a ping each tick, and a few others in between. */
const messages = { most: 60, perTick: 5 };

/** Watches a frame that may be hostile or dead: whether it answers, when it shows something, and how much it says. */
export class FrameWatch {
  readonly #options: FrameWatchOptions;
  readonly #openingTicks: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #isShown = false;
  #isEnded = false;
  /** Ticks since it said anything. */
  #silent = 0;
  /** Ticks in which one could have seen something. */
  #opening = 0;
  #mayStillSay = messages.most;

  constructor(options: FrameWatchOptions) {
    this.#options = options;
    this.#openingTicks = limits.openingTicks + (options.loadingTicks ?? 0);
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Takes what the frame sent, whatever that is. @param data is not even read once the frame has said too much */
  hear(data: () => unknown): void {
    if (this.#isEnded) return;
    this.#mayStillSay -= 1;
    if (this.#mayStillSay < 0) {
      this.#end('flood');
      return;
    }
    const message = fromViewer.safeParse(data());
    if (!message.success) return;
    this.#silent = 0;
    if (message.data.kind === 'shown') this.#isShown = true;
    // A frame that was loaded again shows nothing yet.
    if (message.data.kind === 'ready') this.#isShown = false;
    if (message.data.kind !== 'alive') this.#options.onMessage(message.data);
  }

  /** Ends the watch without a word. */
  stop(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.#mayStillSay = Math.min(messages.most, this.#mayStillSay + messages.perTick);
    this.#silent += 1;
    // Nothing is drawn in a hidden window.
    if (!this.#isShown && this.#options.isVisible()) this.#opening += 1;
    if (this.#silent > limits.silentTicks) this.#end('silent');
    else if (this.#opening >= this.#openingTicks) this.#end('slow');
    else this.#options.ping();
  }

  #end(end: FrameEnd): void {
    this.stop();
    this.#options.onEnd(end);
  }
}
