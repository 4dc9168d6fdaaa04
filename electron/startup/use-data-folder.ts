import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { message } from '../../src/contract/messages/message.ts';
import { StartError } from '../core/start-error.ts';

/** Makes Electron keep its data in the data folder. @throws StartError when the folder cannot be used */
export function useDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Without write access Chromium could not lock the folder and would report a running instance.
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new StartError(message('startup.folderNotWritable'), { cause });
  }
  // The single-instance lock is in this folder, so each data folder has an instance of its own.
  app.setPath('userData', dataDir);
  app.setPath('sessionData', join(dataDir, 'browser'));
  app.setPath('crashDumps', join(dataDir, 'browser', 'Crashpad'));
}

/** Checks that another instance holds the lock: Chromium also reports one on a disk without symbolic links (FAT). */
export function assertOtherInstance(dataDir: string): void {
  const lock = lstatSync(join(dataDir, 'SingletonLock'), { throwIfNoEntry: false });
  if (process.platform === 'win32' || lock?.isSymbolicLink()) return;
  throw new StartError(message('startup.folderNotLockable'));
}
