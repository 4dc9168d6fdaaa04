import { app } from 'electron';

/** The id in electron-builder.yml. */
const appId = 'app.alcove.desktop';

/** Registers `alcove://` links and notifications with Windows; elsewhere the installed package does this. */
export function registerApp(): void {
  if (process.platform !== 'win32') return;
  app.setAppUserModelId(appId);
  if (app.isPackaged) app.setAsDefaultProtocolClient('alcove');
}
