import { app } from 'electron';

/** Ends the app in its orderly way, and starts it again as it was started. */
export function startAgain(): void {
  const { APPIMAGE: image } = process.env;
  // What an AppImage runs from is gone with its process.
  app.relaunch(image === undefined ? {} : { execPath: image, args: process.argv.slice(1) });
  app.quit();
}
