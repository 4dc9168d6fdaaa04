import { fileURLToPath } from 'node:url';
import { electronCommand } from '../../test/desktop/support/electron-command.ts';

const folder = fileURLToPath(new URL('../empty-window', import.meta.url));

/** What starts the Electron of the app with a window that shows one line of HTML, in the same way as the app. */
export const emptyWindowCommand = (dataDir: string, args: readonly string[] = []) =>
  electronCommand(dataDir, args, folder);
