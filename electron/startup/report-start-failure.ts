import { app, BrowserWindow, dialog } from 'electron';
import { nodeMessage } from '../../src/contract/messages/message.ts';
import { writeToTerminal } from '../core/terminal.ts';
import { messageText } from '../i18n/node-messages.ts';
import { t } from '../i18n/translate.ts';
import { relaunch } from '../lifecycle/relaunch.ts';
import { ChangedSettingsError } from '../node/changed-settings-error.ts';

/** Shows why Alcove cannot start and what the user can do, then quits or restarts. */
export async function reportStartFailure(error: unknown, dataDir: string): Promise<never> {
  const message = error instanceof Error ? error.message : String(error);
  const text = nodeMessage.safeParse((error as { text?: unknown } | undefined)?.text).data;
  writeToTerminal(`Alcove cannot start: ${message}`);
  // No part is running yet, so nothing needs a shutdown.
  app.on('before-quit', () => app.exit(1));
  const changed = error instanceof ChangedSettingsError ? error : undefined;
  const [quit, again, without] = [0, 1, 2];
  const options = {
    type: 'error' as const,
    title: 'Alcove',
    message: t('failure.start'),
    detail: [
      text ? messageText(text) : message,
      ...(changed ? [t('failure.changed')] : []),
      t('failure.data', { path: dataDir }),
    ].join('\n\n'),
    buttons: [t('failure.quit'), t('failure.again'), ...(changed ? [t('failure.withoutChanges')] : [])],
    defaultId: again,
    cancelId: quit,
  };
  const [window] = BrowserWindow.getAllWindows();
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  try {
    if (response === without) changed?.reset();
  } finally {
    if (response !== quit) relaunch();
    app.exit(1);
  }
  return new Promise<never>(() => {});
}
