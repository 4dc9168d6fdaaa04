import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { shell } from 'electron';
import { ShellError } from '../core/shell-error.ts';
import { t } from '../i18n/translate.ts';

/** Opens a folder of the app in the system's file manager. @throws ShellError if the system has no file manager */
export async function openAppFolder(
  folder: 'data' | 'logs',
  { dataDir, logFile }: { dataDir: string; logFile: string },
): Promise<void> {
  const path = folder === 'data' ? dataDir : dirname(logFile);
  await mkdir(path, { recursive: true, mode: 0o700 });
  await openFolder(path);
}

/** Opens a folder in the system's file manager. @throws ShellError if the system has no file manager */
export async function openFolder(path: string): Promise<void> {
  const failure = await shell.openPath(path);
  if (failure !== '') throw new ShellError(t('folder.notOpened', { path }));
}
