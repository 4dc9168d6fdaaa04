import { app } from 'electron';
import { refusalArguments, relaunchArguments } from '../launch/arguments.ts';
import { ownAppImage } from './app-image.ts';

/** Returns the arguments that start this app again. */
export const ownRelaunchArguments = (): string[] =>
  relaunchArguments(process.argv, app.getAppPath(), process.cwd());

/** Makes the app start again once it has ended, with the same arguments but with its window. */
export function relaunch(): void {
  relaunchWith(ownRelaunchArguments());
}

/** Makes the app start again once it has ended, to report what it could not open. */
export function relaunchWithRefusal(): void {
  relaunchWith(refusalArguments(process.argv, app.getAppPath(), process.cwd()));
}

function relaunchWith(args: string[]): void {
  // Starts the AppImage itself, because the program inside it is unmounted when its process ends.
  const image = ownAppImage();
  app.relaunch(image === undefined ? { args } : { execPath: image, args });
}

/** Quits the app, and starts it again. */
export function restart(): void {
  cancelRestart();
  app.once('quit', relaunch);
  app.quit();
}

/** Cancels every requested restart. */
export function cancelRestart(): void {
  app.removeListener('quit', relaunch);
}
