import { type BrowserWindow, dialog } from 'electron';

/** Asks the person for a folder; null when they cancel. */
export async function chooseFolder(window: BrowserWindow | undefined): Promise<{ folder: string | null }> {
  const options = { properties: ['openDirectory' as const, 'createDirectory' as const] };
  const answer = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return { folder: (!answer.canceled && answer.filePaths[0]) || null };
}
