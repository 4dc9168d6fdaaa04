import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Returns the data folder, the same for the app and the command line, so that commands find the running app: the given
 * one, else `ALCOVE_DATA_DIR`, else the platform's folder for user data. An empty value counts as missing, because it
 * would mean the working directory.
 */
export function dataFolder(given: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(given || environment.ALCOVE_DATA_DIR || platformFolder(environment));
}

function platformFolder(environment: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case 'win32':
      return join(environment.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'Alcove');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Alcove');
    default:
      return join(environment.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'alcove');
  }
}
