import { app } from 'electron';

interface ProcessExitOptions {
  logger: { warn(fields: object, message: string): void };
}

/** Logs each process of the app that ended unexpectedly: pages, the GPU process and helpers. */
export function logProcessExits({ logger }: ProcessExitOptions): void {
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit')
      logger.warn({ reason, exit_code: exitCode }, 'the page of a window ended unexpectedly');
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === 'clean-exit') return;
    logger.warn(
      { type, reason, exit_code: exitCode, name, service: serviceName },
      'a process of the app ended unexpectedly',
    );
  });
}
