import { app, BrowserWindow, type Event, powerMonitor } from 'electron';

interface QuitOptions {
  /** Ends what runs besides the windows. */
  stop: () => Promise<void>;
  /** Ends the process with that exit code, once all has been stopped. */
  leave: (exitCode: number) => void;
  logger: { error(fields: object, message: string): void };
}

/** A bit more than the node gives answers under way; what is stored is safe without it. */
const stopWithinMs = 15_000;

/**
 * Makes every end of the app an orderly one: windows first (they may ask the person to stay), then `stop`,
 * for a bounded time. A signal asks nobody, and the end of the computer's session neither.
 */
export function quitOrderly({ stop, leave, logger }: QuitOptions): void {
  let ending = false;
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    if (ending) return;
    ending = true;
    within(stopWithinMs, stop()).then(
      () => {
        stopped = true;
        leave(Number(process.exitCode ?? 0));
      },
      (error: unknown) => {
        logger.error({ err: error }, 'the node did not stop as it should');
        app.exit(1);
      },
    );
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // A library listened before Electron put its own handler in Node's place, which no later listener could undo.
    process.removeAllListeners(signal);
    process.on(signal, quitUnasked);
  }
  powerMonitor.on('shutdown', (event?: Event) => {
    // The system waits a while for an app that says it is not ready.
    event?.preventDefault();
    quitUnasked();
  });
}

/** An end of the app that waits until the node has started, since only then it can be stopped; for a bounded time. */
export class HeldQuit {
  #isWanted = false;
  readonly #hold = (event: Event): void => {
    event.preventDefault();
    keepWithoutGpu();
    if (!this.#isWanted) setTimeout(() => app.exit(1), stopWithinMs).unref();
    this.#isWanted = true;
  };

  constructor() {
    app.on('will-quit', this.#hold);
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** The node has started, and all that ends it is in place. */
  release(): void {
    app.removeListener('will-quit', this.#hold);
    if (this.#isWanted) app.quit();
  }
}

/** Ends the app orderly, but asks the person nothing. */
function quitUnasked(): void {
  keepWithoutGpu();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
  app.quit();
}

/**
 * A signal to all processes of the app, as systemd sends it, ends Chromium's own at once. Without a GPU process that it can
 * start, Chromium would abort the app while the node is still ending.
 */
function keepWithoutGpu(): void {
  app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
}

function within(limitMs: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not done within ${limitMs} ms`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
