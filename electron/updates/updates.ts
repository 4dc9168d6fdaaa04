import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import * as z from 'zod';
import { type UpdateFailure, type UpdateState, updateFailure } from '../../src/contract/updates.ts';
import type { IpcHandlers } from '../calls/ipc.ts';
import type { KeptFile } from '../kept-file.ts';
import { relaunch } from '../lifecycle/start-again.ts';
import { ShellError } from '../shell-error.ts';
import { say } from '../words.ts';
import { isLookDue } from './look-due.ts';
import { failureOf, UpdateError } from './update-error.ts';
import type { Installation, UpdateSource } from './update-source.ts';
import { isOlder } from './update-versions.ts';

type UpdateHandlers = Pick<
  IpcHandlers,
  | 'updates.get'
  | 'updates.check'
  | 'updates.download'
  | 'updates.cancel'
  | 'updates.restart'
  | 'updates.setAutomatic'
>;

interface UpdatesOptions {
  file: KeptFile;
  source: UpdateSource | undefined;
  installation: Installation;
  /** How much a restart would cut off. */
  unfinished: () => Promise<number>;
  logger: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

const kept = z.object({
  automatic: z.boolean().catch(true),
  checked_at: z.iso.datetime({ precision: 3 }).nullable().catch(null),
  /** The newest version that the feed ever offered: an old answer of it is a true one, played again. */
  newest: z.string().nullable().catch(null),
  /** What came of the restart that ended the last run. */
  failed: updateFailure.optional().catch(undefined),
});

const hourMs = 3_600_000;
/** macOS copies the whole app before it lets the old one go. */
const installWithinMs = 120_000;
/** The start has better things to do. */
const firstLookMs = 10_000;

/**
 * Looks for newer versions of the app, and replaces it when the person says so. Kept in `<dataDir>/updates.json`:
 * whether it looks by itself, and when it last did.
 */
export class Updates {
  readonly #options: UpdatesOptions;
  readonly #ending = new AbortController();
  /** The download that goes on, or went on last. */
  #transfer: { cancel: AbortController; settled: Promise<void> } | undefined;
  #status: UpdateState['status'];
  #updater: Promise<AppUpdater> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #restarting = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#status = this.#first();
    this.#keep({ failed: undefined });
  }

  readonly handlers: UpdateHandlers = {
    'updates.get': () => this.#state(),
    'updates.check': () => this.#check(),
    'updates.download': () => this.#download(),
    'updates.cancel': () => this.#cancel(),
    'updates.restart': () => this.#restart(),
    'updates.setAutomatic': (automatic) => {
      this.#keep({ automatic });
      return this.#state();
    },
  };

  /** Looks once a day from now on, unless the person does not want it. */
  start(): void {
    if (this.#status.kind === 'unavailable') return;
    const look = () => {
      this.#timer = setTimeout(look, hourMs);
      const { automatic, checked_at } = this.#kept();
      if (automatic && isLookDue(checked_at, Date.now()) && !this.#isBusy()) void this.#check();
    };
    this.#timer = setTimeout(look, firstLookMs);
  }

  /** Ends a download in progress; what has come is not used. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
  }

  /** The page has unfinished work and asks the person: when the app ends after all, it does not start again. */
  doNotRestart(): void {
    this.#restarting = false;
  }

  /** Ends the process, for when everything has been stopped; after `updates.restart` the new version begins. */
  async leave(exitCode: number): Promise<void> {
    if (!this.#restarting || exitCode !== 0) return app.exit(exitCode);
    const updater = await this.#load();
    // The new one may be there before this one has gone.
    app.releaseSingleInstanceLock();
    const goOnAsBefore = (error: unknown) => {
      this.#options.logger.warn({ err: error }, 'the new version could not be put in place');
      this.#keep({ failed: failureOf(error, 'not_replaced') });
      relaunch();
      app.exit(0);
    };
    updater.once('error', goOnAsBefore);
    setTimeout(() => goOnAsBefore(new Error('not done in time')), installWithinMs);
    updater.quitAndInstall(false, true);
  }

  async #check(): Promise<UpdateState> {
    this.#mustBeAvailable();
    if (this.#isBusy()) return this.#state();
    this.#status = { kind: 'checking' };
    try {
      const updater = await this.#load();
      this.#status = await this.#found(updater);
      this.#keep({ checked_at: new Date().toISOString() });
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
    const { newest } = this.#kept();
    if (newest !== null && isOlder(offered, newest)) {
      throw new UpdateError('outdated', `the feed offers ${offered} after ${newest}`);
    }
    this.#keep({ newest: offered });
    if (isUpdateAvailable) return { kind: 'offered', offered, bytes: bytesToDownload(updateInfo) };
    if (updater.currentVersion.compare(offered) >= 0) return { kind: 'current' };
    const isStaged = updateInfo.stagingPercentage !== undefined && updateInfo.stagingPercentage < 100;
    return { kind: isStaged ? 'staged' : 'unsupported', offered };
  }

  async #download(): Promise<UpdateState> {
    if (this.#status.kind !== 'offered') throw new ShellError(say('update.none'));
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

  /** A download that has just ended stays. */
  async #cancel(): Promise<UpdateState> {
    this.#transfer?.cancel.abort();
    await this.#transfer?.settled;
    return this.#state();
  }

  async #restart(): Promise<{ unfinished: number }> {
    if (this.#status.kind !== 'ready') throw new ShellError(say('update.notReady'));
    const unfinished = await this.#options.unfinished();
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
          AbortSignal.any([this.#ending.signal, ...(this.#transfer ? [this.#transfer.cancel.signal] : [])]),
        onProgress: (bytesDone, bytes) => {
          if (this.#status.kind !== 'downloading') return;
          this.#status = { ...this.#status, bytes_done: bytesDone, bytes };
        },
      }),
    );
    return this.#updater;
  }

  #failed(error: unknown, otherwise: UpdateFailure): void {
    const reason = failureOf(error, otherwise);
    if (this.#ending.signal.aborted) return;
    this.#options.logger.warn({ err: error, reason }, 'the update came to nothing');
    this.#status = { kind: 'failed', reason };
  }

  #isBusy(): boolean {
    return ['checking', 'downloading', 'ready'].includes(this.#status.kind);
  }

  #mustBeAvailable(): void {
    if (this.#status.kind === 'unavailable') throw new ShellError(say('update.notHere'));
  }

  #first(): UpdateState['status'] {
    const { source, installation } = this.#options;
    if (source === undefined) return { kind: 'unavailable', reason: 'no_feed' };
    if (installation !== 'replaceable') return { kind: 'unavailable', reason: installation };
    const { failed } = this.#kept();
    return failed === undefined ? { kind: 'unchecked' } : { kind: 'failed', reason: failed };
  }

  #state(): UpdateState {
    const { automatic, checked_at } = this.#kept();
    return { version: app.getVersion(), automatic, checked_at, status: this.#status };
  }

  #kept(): z.output<typeof kept> {
    return kept.parse(this.#options.file.content);
  }

  #keep(changes: Partial<z.output<typeof kept>>): void {
    this.#options.file.keep(JSON.parse(JSON.stringify({ ...this.#kept(), ...changes })));
  }
}
