import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { ShellError } from '../core/shell-error.ts';

/** Makes Electron keep its data in the data folder. @throws ShellError when the folder cannot be used */
export function useDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Without write access Chromium could not lock the folder and would report a running instance.
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new ShellError(
      'The data folder cannot be made, or not be written to. Choose another one with --data-dir.',
      { cause },
    );
  }
  // The lock of the single instance is there, so that every data folder has its own instance.
  app.setPath('userData', dataDir);
  app.setPath('sessionData', join(dataDir, 'browser'));
  app.setPath('crashDumps', join(dataDir, 'browser', 'Crashpad'));
}

/**
 * Checks that another instance holds the lock of the data folder: Chromium also reports one when it cannot make its lock, such
 * as on a disk without symbolic links (FAT).
 * @throws ShellError when no other instance runs
 */
export function assertOtherInstance(dataDir: string): void {
  const lock = lstatSync(join(dataDir, 'SingletonLock'), { throwIfNoEntry: false });
  if (process.platform === 'win32' || lock?.isSymbolicLink()) return;
  throw new ShellError(
    'The data folder cannot be locked. Look whether its disk is full, or choose a folder on a disk of this system with --data-dir.',
  );
}
