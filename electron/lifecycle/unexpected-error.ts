import { app, dialog } from 'electron';
import { say } from '../words.ts';

interface UnexpectedErrorOptions {
  logger: { fatal(fields: object, message: string): void };
}

/**
 * What nobody caught leaves the app in a state that nobody knows: it is logged, told, and ends the app in order.
 * Electron's own dialog would keep everything waiting, signals included, and at the end of the app for ever.
 */
export function endAtUnexpectedErrors({ logger }: UnexpectedErrorOptions): void {
  let isEnding = false;
  app.on('before-quit', () => {
    isEnding = true;
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nobody expected');
    process.exitCode = 1;
    if (isEnding) return;
    isEnding = true;
    void app
      .whenReady()
      .then(() =>
        dialog.showMessageBox({
          type: 'error',
          title: 'Alcove',
          message: say('failure.unexpected'),
          detail: say('failure.unexpected.detail', { message: error.message }),
          buttons: [say('failure.quit')],
        }),
      )
      .finally(() => app.quit());
  });
}
