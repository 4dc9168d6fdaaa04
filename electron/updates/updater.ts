import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { app } from 'electron';
import { AppImageUpdater, type AppUpdater, MacUpdater, NsisUpdater, type UpdateInfo } from 'electron-updater';
import { findFile, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { ownAppImage } from '../lifecycle/app-image.ts';
import { ownRelaunchArguments } from '../lifecycle/relaunch.ts';
import { downloadUpdate } from './update-download.ts';
import { UpdateError } from './update-error.ts';
import { SignedFeed } from './update-feed.ts';
import type { UpdateSource } from './update-source.ts';

interface UpdaterOptions {
  source: UpdateSource;
  logger: { warn(fields: object, message: string): void };
  /** Returns the signal that cancels the new download. */
  signal: () => AbortSignal;
  onProgress: (bytesDone: number, bytes: number) => void;
}

/**
 * Creates electron-updater for this platform with a signed feed and connections of Node. It does nothing automatically.
 */
export function createUpdater({ source, logger, signal, onProgress }: UpdaterOptions): AppUpdater {
  const updater = updaterOfPlatform();
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  updater.forceDevUpdateConfig = !app.isPackaged;
  updater.logger = {
    info: () => {},
    warn: (message) => logger.warn({ updater: message }, 'warning of the updater'),
    error: (message) => logger.warn({ updater: message }, 'the updater failed'),
  };
  // Replaces Chromium's network, which is limited to this computer (session-guard.ts).
  Object.assign(updater, {
    httpExecutor: {
      download: (url: URL, destination: string, { sha512 }: { sha512: string }) => {
        const bytes = sizes.get(sha512);
        if (bytes === undefined) throw new UpdateError('unreadable', 'a file that was not signed');
        const report = (done: number) => onProgress(done, bytes);
        return downloadUpdate({ url, destination, bytes, sha512, signal: signal(), onProgress: report });
      },
    },
  });
  const updateProvider = class extends SignedFeed {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(source, runtime);
    }
  };
  updater.setFeedURL({ provider: 'custom', updateProvider });
  const sizes = new Map<string, number>();
  updater.on('update-available', ({ files }) => {
    for (const { sha512, size } of files) sizes.set(sha512, size ?? 0);
  });
  return updater;
}

/** Returns the size of the file for this platform. */
export function bytesToDownload(info: UpdateInfo): number {
  const extension = { win32: 'exe', darwin: 'zip' }[process.platform as string] ?? 'AppImage';
  const files = info.files.map((file) => ({ url: new URL(file.url, 'https://feed.invalid'), info: file }));
  return findFile(files, extension)?.info.size ?? 0;
}

function updaterOfPlatform(): AppUpdater {
  if (process.platform === 'win32') return new NsisUpdater();
  if (process.platform === 'darwin') return new MacUpdater();
  return new WholeAppImageUpdater();
}

/** Replaces the AppImage atomically and starts it with the arguments of this run. */
class WholeAppImageUpdater extends AppImageUpdater {
  protected override doInstall(): boolean {
    const current = ownAppImage();
    const { installerPath } = this;
    if (current === undefined || installerPath === null) {
      throw new UpdateError('not_replaced', 'this app does not run from an AppImage');
    }
    const draft = `${current}.new`;
    rmSync(draft, { force: true });
    try {
      copyFileSync(installerPath, draft, constants.COPYFILE_EXCL);
      assertSigned(draft, this.downloadedUpdateHelper?.downloadedFileInfo?.sha512);
      renameSync(draft, current);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    spawn(current, ownRelaunchArguments(), { detached: true, stdio: 'ignore' }).unref();
    return true;
  }
}

/** Verifies the file again, because it may be days old; then makes it executable and syncs it. */
function assertSigned(path: string, sha512: string | undefined): void {
  const file = openSync(path, 'r+');
  try {
    if (createHash('sha512').update(readFileSync(file)).digest('base64') !== sha512) {
      throw new UpdateError('damaged', 'the downloaded file is not the one that was signed any more');
    }
    fchmodSync(file, 0o755);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
