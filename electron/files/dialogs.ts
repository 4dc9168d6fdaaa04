import { join } from 'node:path';
import { app, type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import { t } from '../i18n/translate.ts';

/** Asks the user for a folder; null when they cancel. */
export async function chooseFolder(window: BrowserWindow | undefined): Promise<{ folder: string | null }> {
  const options: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
  const result = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return { folder: (!result.canceled && result.filePaths[0]) || null };
}

/** Asks the user for files; none when they cancel. */
export async function chooseFiles(window: BrowserWindow): Promise<string[]> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: t('files.choose'),
    properties: ['openFile', 'multiSelections'],
  });
  return filePaths;
}

/** Asks the user where to save a file, at first in the folder of downloads; undefined when they cancel. */
export async function chooseTarget(
  window: BrowserWindow | undefined,
  { name, title = '' }: { name: string; title?: string },
): Promise<string | undefined> {
  const options = {
    ...(title !== '' && { title }),
    defaultPath: join(app.getPath('downloads'), name),
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  };
  const result = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  return result.canceled || result.filePath === '' ? undefined : result.filePath;
}
