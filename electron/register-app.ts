import { app } from 'electron';

/** As in electron-builder.yml. */
const appId = 'app.alcove.desktop';

/**
 * Tells Windows that links `alcove://` and notifications are this app's. Elsewhere the installed package says so: its
 * Info.plist or desktop entry.
 */
export function registerApp(): void {
  if (process.platform !== 'win32') return;
  app.setAppUserModelId(appId);
  if (app.isPackaged) app.setAsDefaultProtocolClient('alcove');
}
