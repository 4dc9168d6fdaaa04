import { app } from 'electron';

interface GoneProcessOptions {
  logger: { warn(fields: object, message: string): void };
}

/** Logs each process of the app that ended without having been told to: pages, the one of the graphics, and helpers. */
export function logGoneProcesses({ logger }: GoneProcessOptions): void {
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit') logger.warn({ reason, exit_code: exitCode }, 'the page of a window is gone');
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === 'clean-exit') return;
    logger.warn(
      { type, reason, exit_code: exitCode, name, service: serviceName },
      'a process of the app is gone',
    );
  });
}
