import { app } from 'electron';
import { message } from '../../src/contract/messages/message.ts';
import { StartError } from '../core/start-error.ts';
import { writeToTerminal } from '../core/terminal.ts';
import { canHandOver, type LaunchRequest } from '../launch/arguments.ts';
import { relaunchWithRefusal } from '../lifecycle/relaunch.ts';
import { assertOtherInstance } from './use-data-folder.ts';

/** Restarts the app when links or files are too large to hand over. @returns whether this process continues */
export function refuseTooLarge(request: LaunchRequest): boolean {
  if (canHandOver(process.argv, process.cwd(), request)) return true;
  if (request.links.length + request.files.length === 0) {
    throw new StartError(message('startup.commandLineTooLong'));
  }
  relaunchWithRefusal();
  return false;
}

/** Hands the request over to a running instance with this data folder. @returns whether there is none */
export function lockOrHandOver(dataDir: string, request: LaunchRequest): boolean {
  if (app.requestSingleInstanceLock(request)) return true;
  assertOtherInstance(dataDir);
  writeToTerminal('Alcove already runs with this data folder. Its window is shown.');
  return false;
}
