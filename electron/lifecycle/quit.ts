import { app, BrowserWindow, type Event, powerMonitor } from 'electron';
import type { Shutdown } from './shutdown.ts';

interface QuitOptions {
  shutdown: Pick<Shutdown, 'run'>;
  /** Ends the process with an exit code after the shutdown. */
  exit: (exitCode: number) => Promise<void>;
  logger: { error(fields: object, message: string): void };
}

/**
 * Runs the shutdown whenever the app quits. Only a quit by the user first shows the pages' questions about unfinished
 * work.
 */
export function shutDownOnQuit({ shutdown, exit, logger }: QuitOptions): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('will-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    shutdown
      .run()
      .then((succeeded) => {
        state = 'stopped';
        return exit(Number(process.exitCode ?? 0) || (succeeded ? 0 : 1));
      })
      .catch((error: unknown) => {
        logger.error({ err: error }, 'the shutdown failed');
        app.exit(1);
      });
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // A library may have added a listener that ends the process at once, whatever listeners are added after it.
    process.removeAllListeners(signal);
    process.on(signal, quitWithoutAsking);
  }
  powerMonitor.on('shutdown', (event?: Event) => {
    // Tells the system that the app is not ready to end, so that it waits.
    event?.preventDefault();
    quitWithoutAsking();
  });
}

function quitWithoutAsking(): void {
  tolerateGpuLoss();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
  app.quit();
}

/** Keeps Chromium from aborting if a signal to all processes of the app has ended the GPU process. */
export function tolerateGpuLoss(): void {
  app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
}
