import { app, dialog } from 'electron';
import { saidByNode } from '../said-by-node.ts';
import { tellTerminal } from '../tell-terminal.ts';
import { say } from '../words.ts';

/** Tells the person why Alcove cannot start, and ends it. */
export async function reportStartFailure(error: unknown, dataDir: string): Promise<never> {
  const message = error instanceof Error ? error.message : String(error);
  tellTerminal(`Alcove cannot start: ${message}`);
  await dialog.showMessageBox({
    type: 'error',
    title: 'Alcove',
    message: say('failure.start'),
    detail: `${saidByNode(message)}\n\n${say('failure.data', { path: dataDir })}`,
    buttons: [say('failure.quit')],
  });
  app.exit(1);
  return new Promise<never>(() => {});
}
