import { app } from 'electron';
import { argumentsAgain, argumentsRefusing } from '../requests/arguments.ts';
import { ownAppImage } from '../updates/update-source.ts';

/** What follows the program to start this app again. */
export const ownArgumentsAgain = (): string[] =>
  argumentsAgain(process.argv, app.getAppPath(), process.cwd());

/** Has the app start again as it was started, but with its window, once it has ended. */
export function relaunch(): void {
  relaunchWith(ownArgumentsAgain());
}

/** Has the app start again without what it was given to open, and say why. */
export function relaunchRefusing(): void {
  relaunchWith(argumentsRefusing(process.argv, app.getAppPath(), process.cwd()));
}

function relaunchWith(args: string[]): void {
  // What an AppImage runs from is gone with its process.
  const image = ownAppImage();
  app.relaunch(image === undefined ? { args } : { execPath: image, args });
}

/** Ends the app in its orderly way, and starts it again. */
export function startAgain(): void {
  doNotStartAgain();
  app.once('quit', relaunch);
  app.quit();
}

/** The app does not start again when it ends, whatever was asked before. */
export function doNotStartAgain(): void {
  app.removeListener('quit', relaunch);
}
