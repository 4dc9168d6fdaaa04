import { app, BrowserWindow, dialog } from 'electron';
import { saidByNode } from '../said-by-node.ts';
import { tellTerminal } from '../tell-terminal.ts';
import { say } from '../words.ts';
import { ChangedSettingsError } from './changed-settings-error.ts';
import { relaunch } from './start-again.ts';

/** Tells the person why Alcove cannot start and what they can do, and ends it or starts it again. */
export async function reportStartFailure(error: unknown, dataDir: string): Promise<never> {
  const message = error instanceof Error ? error.message : String(error);
  tellTerminal(`Alcove cannot start: ${message}`);
  // Nothing runs that would have to end in order.
  app.on('before-quit', () => app.exit(1));
  const changed = error instanceof ChangedSettingsError ? error : undefined;
  const [quit, again, without] = [0, 1, 2];
  const options = {
    type: 'error' as const,
    title: 'Alcove',
    message: say('failure.start'),
    detail: [
      saidByNode(message),
      ...(changed ? [say('failure.changed')] : []),
      say('failure.data', { path: dataDir }),
    ].join('\n\n'),
    buttons: [say('failure.quit'), say('failure.again'), ...(changed ? [say('failure.withoutChanges')] : [])],
    defaultId: again,
    cancelId: quit,
  };
  const [window] = BrowserWindow.getAllWindows();
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  try {
    if (response === without) changed?.putAside();
  } finally {
    if (response !== quit) relaunch();
    app.exit(1);
  }
  return new Promise<never>(() => {});
}
