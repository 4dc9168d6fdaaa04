import { app } from 'electron';
import { message } from '../../src/contract/messages/message.ts';
import { StartError } from '../core/start-error.ts';
import { writeToTerminal } from '../core/terminal.ts';
import { canHandOver, type LaunchRequest } from '../launch/arguments.ts';
import { relaunchWithRefusal } from '../lifecycle/relaunch.ts';
import { assertOtherInstance } from './use-data-folder.ts';

/**
 * Restarts the app, with a refusal, when its request is too large to be handed over to a running instance.
 * @returns whether this process continues
 * @throws StartError when other arguments are too large
 */
export function refuseTooLarge(request: LaunchRequest): boolean {
  if (canHandOver(process.argv, process.cwd(), request)) return true;
  if (request.links.length + request.files.length === 0) {
    throw new StartError(message('startup.commandLineTooLong'));
  }
  relaunchWithRefusal();
  return false;
}

/**
 * Hands the request over to the instance that runs with this data folder, if there is one.
 * @returns whether this is the only instance
 */
export function lockOrHandOver(dataDir: string, request: LaunchRequest): boolean {
  if (app.requestSingleInstanceLock(request)) return true;
  assertOtherInstance(dataDir);
  writeToTerminal('Alcove already runs with this data folder. Its window is shown.');
  return false;
}
