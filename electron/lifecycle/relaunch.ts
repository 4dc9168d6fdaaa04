import { app } from 'electron';
import { refusalArguments, relaunchArguments } from '../launch/arguments.ts';
import { ownAppImage } from './app-image.ts';

/** Returns the arguments that start this app again. */
export const ownRelaunchArguments = (): string[] =>
  relaunchArguments(process.argv, app.getAppPath(), process.cwd());

/** Starts the app again after it ends, as it was started but with its window. */
export function relaunch(): void {
  relaunchWith(ownRelaunchArguments());
}

/** Starts the app again after it ends, so that it says what it could not open instead of opening it. */
export function relaunchWithRefusal(): void {
  relaunchWith(refusalArguments(process.argv, app.getAppPath(), process.cwd()));
}

function relaunchWith(args: string[]): void {
  // The program inside an AppImage is gone with its process.
  const image = ownAppImage();
  app.relaunch(image === undefined ? { args } : { execPath: image, args });
}

/** Quits the app and starts it again. */
export function restart(): void {
  cancelRestart();
  app.once('quit', relaunch);
  app.quit();
}

/** Keeps the app from starting again after it ends, whatever was asked before. */
export function cancelRestart(): void {
  app.removeListener('quit', relaunch);
}
