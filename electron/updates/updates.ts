import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import * as z from 'zod';
import { type UpdateFailure, type UpdateState, updateFailure } from '../../src/contract/shell/updates.ts';
import { ShellError } from '../core/shell-error.ts';
import type { StateFile } from '../core/state-file.ts';
import { t } from '../i18n/translate.ts';
import type { IpcHandlersOf } from '../ipc/serve-ipc.ts';
import { relaunch } from '../lifecycle/relaunch.ts';
import { isCheckDue } from './check-due.ts';
import { failureOf, UpdateError } from './update-error.ts';
import type { Installation, UpdateSource } from './update-source.ts';
import { isOlder } from './update-versions.ts';

interface UpdatesOptions {
  file: StateFile;
  source: UpdateSource | undefined;
  installation: Installation;
  /** Returns how many transfers a restart would interrupt. */
  countRunning: () => Promise<number>;
  logger: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

const updateFile = z.object({
  automatic: z.boolean().catch(true),
  checked_at: z.iso.datetime({ precision: 3 }).nullable().catch(null),
  /** The newest version that the feed ever offered; an older one would be a replayed response. */
  newest: z.string().nullable().catch(null),
  /** Why the last run could not install an update. */
  failed: updateFailure.optional().catch(undefined),
});

const hourMs = 3_600_000;
/** Time limit of an installation: macOS copies the whole app before the old one ends. */
const installLimitMs = 120_000;
/** Delay of the first check, so that it does not slow down the start. */
const firstCheckMs = 10_000;

/** Checks for newer versions of the app and installs them on request; its state is in `<dataDir>/updates.json`. */
export class Updates {
  readonly #options: UpdatesOptions;
  readonly #stopping = new AbortController();
  /** The running or last download. */
  #transfer: { cancel: AbortController; settled: Promise<void> } | undefined;
  #status: UpdateState['status'];
  #updater: Promise<AppUpdater> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #restarting = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#status = this.#firstStatus();
    this.#store({ failed: undefined });
  }

  readonly handlers: IpcHandlersOf<'updates'> = {
    'updates.get': () => this.#state(),
    'updates.check': () => this.#check(),
    'updates.download': () => this.#download(),
    'updates.cancel': () => this.#cancel(),
    'updates.restart': () => this.#restart(),
    'updates.setAutomatic': (automatic) => {
      this.#store({ automatic });
      return this.#state();
    },
  };

  /** Starts daily checks, which the user can turn off. */
  start(): void {
    if (this.#status.kind === 'unavailable') return;
    const check = () => {
      this.#timer = setTimeout(check, hourMs);
      const { automatic, checked_at } = this.#stored();
      if (automatic && isCheckDue(checked_at, Date.now()) && !this.#isBusy()) void this.#check();
    };
    this.#timer = setTimeout(check, firstCheckMs);
  }

  /** Stops checks and cancels a running download. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stopping.abort();
  }

  /** Cancels the restart, because the page asks the user about unfinished work. */
  cancelRestart(): void {
    this.#restarting = false;
  }

  /** Ends the process after the shutdown; after `updates.restart` the new version starts. */
  async exit(exitCode: number): Promise<void> {
    if (!this.#restarting || exitCode !== 0) return app.exit(exitCode);
    const updater = await this.#load();
    // The new version may start before this one has ended.
    app.releaseSingleInstanceLock();
    const relaunchOld = (error: unknown) => {
      this.#options.logger.warn({ err: error }, 'installing the new version failed');
      this.#store({ failed: failureOf(error, 'not_replaced') });
      relaunch();
      app.exit(0);
    };
    updater.once('error', relaunchOld);
    setTimeout(() => relaunchOld(new Error('not done in time')), installLimitMs);
    updater.quitAndInstall(false, true);
  }

  async #check(): Promise<UpdateState> {
    this.#mustBeAvailable();
    if (this.#isBusy()) return this.#state();
    this.#status = { kind: 'checking' };
    try {
      const updater = await this.#load();
      this.#status = await this.#found(updater);
      this.#store({ checked_at: new Date().toISOString() });
    } catch (error) {
      this.#failed(error, 'unreadable');
    }
    return this.#state();
  }

  async #found(updater: AppUpdater): Promise<UpdateState['status']> {
    const { bytesToDownload } = await import('./updater.ts');
    const result = await updater.checkForUpdates();
    if (!result) throw new Error('the updater is switched off');
    const { updateInfo, isUpdateAvailable } = result;
    const offered = updateInfo.version;
    const { newest } = this.#stored();
    if (newest !== null && isOlder(offered, newest)) {
      throw new UpdateError('outdated', `the feed offers ${offered} after ${newest}`);
    }
    this.#store({ newest: offered });
    if (isUpdateAvailable) return { kind: 'offered', offered, bytes: bytesToDownload(updateInfo) };
    if (updater.currentVersion.compare(offered) >= 0) return { kind: 'current' };
    const isStaged = updateInfo.stagingPercentage !== undefined && updateInfo.stagingPercentage < 100;
    return { kind: isStaged ? 'staged' : 'unsupported', offered };
  }

  async #download(): Promise<UpdateState> {
    if (this.#status.kind !== 'offered') throw new ShellError(t('update.none'));
    const { offered, bytes } = this.#status;
    this.#status = { kind: 'downloading', offered, bytes_done: 0, bytes };
    const cancel = new AbortController();
    const settled = this.#load()
      .then((updater) => updater.downloadUpdate())
      .then(
        () => {
          this.#status = { kind: 'ready', offered };
        },
        (error: unknown) => {
          if (cancel.signal.aborted) this.#status = { kind: 'offered', offered, bytes };
          else this.#failed(error, 'unreachable');
        },
      );
    this.#transfer = { cancel, settled };
    return this.#state();
  }

  /** Cancels the running download; a download that has just finished is kept. */
  async #cancel(): Promise<UpdateState> {
    this.#transfer?.cancel.abort();
    await this.#transfer?.settled;
    return this.#state();
  }

  async #restart(): Promise<{ unfinished: number }> {
    if (this.#status.kind !== 'ready') throw new ShellError(t('update.notReady'));
    const unfinished = await this.#options.countRunning();
    if (unfinished === 0) {
      this.#restarting = true;
      app.quit();
    }
    return { unfinished };
  }

  #load(): Promise<AppUpdater> {
    const { source, logger } = this.#options;
    if (source === undefined) throw new Error('this build names no feed');
    this.#updater ??= import('./updater.ts').then(({ createUpdater }) =>
      createUpdater({
        source,
        logger,
        signal: () =>
          AbortSignal.any([this.#stopping.signal, ...(this.#transfer ? [this.#transfer.cancel.signal] : [])]),
        onProgress: (bytesDone, bytes) => {
          if (this.#status.kind !== 'downloading') return;
          this.#status = { ...this.#status, bytes_done: bytesDone, bytes };
        },
      }),
    );
    return this.#updater;
  }

  #failed(error: unknown, fallback: UpdateFailure): void {
    const reason = failureOf(error, fallback);
    if (this.#stopping.signal.aborted) return;
    this.#options.logger.warn({ err: error, reason }, 'the update failed');
    this.#status = { kind: 'failed', reason };
  }

  #isBusy(): boolean {
    return ['checking', 'downloading', 'ready'].includes(this.#status.kind);
  }

  #mustBeAvailable(): void {
    if (this.#status.kind === 'unavailable') throw new ShellError(t('update.notHere'));
  }

  #firstStatus(): UpdateState['status'] {
    const { source, installation } = this.#options;
    if (source === undefined) return { kind: 'unavailable', reason: 'no_feed' };
    if (installation !== 'replaceable') return { kind: 'unavailable', reason: installation };
    const { failed } = this.#stored();
    return failed === undefined ? { kind: 'unchecked' } : { kind: 'failed', reason: failed };
  }

  #state(): UpdateState {
    const { automatic, checked_at } = this.#stored();
    return { version: app.getVersion(), automatic, checked_at, status: this.#status };
  }

  #stored(): z.output<typeof updateFile> {
    return updateFile.parse(this.#options.file.content);
  }

  #store(changes: Partial<z.output<typeof updateFile>>): void {
    this.#options.file.write(JSON.parse(JSON.stringify({ ...this.#stored(), ...changes })));
  }
}
