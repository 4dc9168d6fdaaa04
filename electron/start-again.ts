import { app } from 'electron';

/** Ends the app in its orderly way, and starts it again as it was started, but with its window. */
export function startAgain(): void {
  const args = process.argv.slice(1).filter((argument) => argument !== '--hidden');
  // What an AppImage runs from is gone with its process.
  const { APPIMAGE: image } = process.env;
  app.relaunch(image === undefined ? { args } : { execPath: image, args });
  app.quit();
}
