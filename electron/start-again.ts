import { app } from 'electron';
import { ownAppImage } from './update-source.ts';

/** Has the app start again as it was started, but with its window, once it has ended. */
export function relaunch(): void {
  const args = process.argv.slice(1).filter((argument) => argument !== '--hidden');
  // What an AppImage runs from is gone with its process.
  const image = ownAppImage();
  app.relaunch(image === undefined ? { args } : { execPath: image, args });
}

/** Ends the app in its orderly way, and starts it again. */
export function startAgain(): void {
  relaunch();
  app.quit();
}
