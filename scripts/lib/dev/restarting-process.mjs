import { printLine } from '../console.mjs';

/** Time limit of a stop, longer than the app's own limit for its shutdown. */
const stopsWithinMs = 20_000;

/** Runs one process at a time, and replaces it on demand. */
export class RestartingProcess {
  #start;
  #onClosed;
  #child;
  #turn = Promise.resolve();
  #isWaiting = false;
  #isStopped = false;

  /**
   * @param start spawns the process
   * @param onClosed called when the process exits with 0 by itself, such as after its window was closed
   */
  constructor(start, { onClosed }) {
    this.#start = start;
    this.#onClosed = onClosed;
  }

  /** Starts the process after stopping the running one. Several calls in the meantime count as one. */
  restart() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#turn = this.#turn.then(async () => {
      await this.#end();
      this.#isWaiting = false;
      if (!this.#isStopped) this.#run();
    });
  }

  /** Stops the process permanently. */
  async stop() {
    this.#isStopped = true;
    await this.#turn;
    await this.#end();
  }

  #run() {
    const child = this.#start();
    child.on('error', (error) => printLine(`the node could not be started: ${error.message}`));
    child.once('exit', (code) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (code === 0) this.#onClosed();
      else printLine(`the node ended with exit code ${code}. The next change starts it again.`);
    });
    this.#child = child;
  }

  async #end() {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopsWithinMs);
    await exited;
    clearTimeout(timer);
  }
}
