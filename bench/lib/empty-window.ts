import { fileURLToPath } from 'node:url';
import { electronCommand } from '../../test/desktop/support/electron-command.ts';

const folder = fileURLToPath(new URL('../empty-window', import.meta.url));

/**
 * Returns the command that starts the app's Electron with a window of one line of HTML, with the same switches as the
 * app.
 */
export const emptyWindowCommand = (dataDir: string, args: readonly string[] = []) =>
  electronCommand(dataDir, args, folder);
