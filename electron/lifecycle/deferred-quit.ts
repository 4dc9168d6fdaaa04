import { app, type Event } from 'electron';
import { tolerateGpuLoss } from './quit.ts';

/** Time limit of a quit that waits for the start of the node, which can stop only after it has started. */
const startLimitMs = 15_000;

/** Defers a quit that is requested while the node starts; ends the app after the time limit. */
export class DeferredQuit {
  #isWanted = false;
  readonly #defer = (event: Event): void => {
    event.preventDefault();
    tolerateGpuLoss();
    if (!this.#isWanted) setTimeout(() => app.exit(1), startLimitMs).unref();
    this.#isWanted = true;
  };

  constructor() {
    app.on('will-quit', this.#defer);
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Quits now if a quit was requested; call it once the shutdown is in place. */
  release(): void {
    app.removeListener('will-quit', this.#defer);
    if (this.#isWanted) app.quit();
  }
}
