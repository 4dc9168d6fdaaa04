import { app, dialog } from 'electron';
import { t } from '../i18n/translate.ts';

interface UncaughtErrorOptions {
  logger: { fatal(fields: object, message: string): void };
}

/** Logs and shows an uncaught error, then quits. Electron's own dialog would block everything, including signals. */
export function quitOnUncaughtErrors({ logger }: UncaughtErrorOptions): void {
  let isEnding = false;
  app.on('before-quit', () => {
    isEnding = true;
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught error');
    process.exitCode = 1;
    if (isEnding) return;
    isEnding = true;
    void app
      .whenReady()
      .then(() =>
        dialog.showMessageBox({
          type: 'error',
          title: 'Alcove',
          message: t('failure.unexpected'),
          detail: t('failure.unexpected.detail', { message: error.message }),
          buttons: [t('failure.quit')],
        }),
      )
      .finally(() => app.quit());
  });
}
