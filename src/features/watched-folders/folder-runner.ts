import { basename } from 'node:path';
import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { WatchedFolder } from '../../contract/dashboard-api/library/watched-folders.ts';
import type { Message } from '../../contract/messages/message.ts';
import { toTimestamp } from '../../core/clock.ts';
import type { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import type { Logger } from '../../core/log/logger.ts';
import { message } from '../../core/messages/message.ts';
import { textOf } from './byte-path.ts';
import { FolderWatcher } from './folder-watcher.ts';
import {
  type Failure,
  type PassOptions,
  type PassResult,
  type Progress,
  runPass,
} from './importing/folder-pass.ts';
import type { WatchedFolderRepository, WatchedFolderRow } from './repository/watched-folder-repository.ts';
import { FolderUnavailable } from './scan/walk.ts';

/** Delays of a scan in milliseconds, by its reason. */
export interface ScanTimes {
  /** After a change in the folder. */
  afterEvent: number;
  /** Retry while a disk is full or not connected. */
  retry: number;
  /** Regular scan without a reason, because events get lost. */
  rescan: number;
}

export interface RunnerOptions extends PassOptions {
  folders: WatchedFolderRepository;
  times: ScanTimes;
  /** Lets one folder be scanned at a time. */
  turns: KeyedMutex;
  onChange: () => void;
  onProgress: () => void;
  logger: Pick<Logger, 'error' | 'warn'>;
}

type Activity = 'waiting' | 'scanning' | 'adding' | 'idle';

/** Ratio of the pause after a scan to its duration, however often a folder changes. */
const pauseFactor = 10;
const maxFailures = 20;

/** Scans one watched folder when it changes, and from time to time. */
export class FolderRunner {
  readonly #options: RunnerOptions;
  #row: WatchedFolderRow;
  #activity: Activity = 'waiting';
  #problem: Message | undefined;
  #withheld = 0;
  #failures = new Map<string, Failure>();
  #progress: (Progress & { startedAt: number }) | undefined;
  #acceptsRemovals = false;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  /** Earliest time of the next scan, in milliseconds. */
  #earliest = 0;
  #running: { stop: AbortController; done: Promise<void> } | undefined;
  #watcher: FolderWatcher | undefined;
  #isStopped = false;

  constructor(row: WatchedFolderRow, options: RunnerOptions) {
    this.#row = row;
    this.#options = options;
  }

  get row(): WatchedFolderRow {
    return this.#row;
  }

  get name(): string {
    return basename(this.#row.path) || this.#row.path;
  }

  /** The problem of the folder, and its remedy; undefined where there is none. */
  get problem(): Message | undefined {
    if (this.#row.paused) return undefined;
    if (this.#problem) return this.#problem;
    return this.#withheld > 0 ? message('watchedFolders.withheld', { count: this.#withheld }) : undefined;
  }

  /** Schedules a scan after `afterMs`, unless an earlier one is scheduled. */
  request(afterMs: number): void {
    if (this.#isStopped || this.#row.paused) return;
    const now = this.#options.clock();
    const at = Math.max(now + afterMs, this.#earliest);
    if (at >= this.#dueAt) return;
    this.#dueAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#scan(), at - now).unref();
  }

  /** Scans the folder now, and retries files that failed. */
  scanNow(acceptsRemovals: boolean): void {
    this.#acceptsRemovals ||= acceptsRemovals;
    this.#failures.clear();
    this.#earliest = 0;
    this.request(0);
  }

  /** Applies the owner's changes. */
  async change(row: WatchedFolderRow): Promise<void> {
    await this.#halt();
    this.#row = row;
    if (row.paused) await this.#unwatch();
    else this.scanNow(false);
    this.#options.onChange();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#halt();
    await this.#unwatch();
  }

  document(): WatchedFolder {
    const { id, path, mode, number, scannedAt } = this.#row;
    const root = this.#options.directories.all(number).get('');
    return {
      id,
      name: this.name,
      path,
      mode,
      state: this.#state(),
      message: this.problem ?? null,
      withheld: this.#withheld,
      files: this.#options.files.count(number),
      failures: [...this.#failures.values()]
        .slice(0, maxFailures)
        .map((failure) => ({ path: textOf(failure.path), message: failure.message })),
      collection_id: root?.collection ?? null,
      scanned_at: scannedAt === null ? null : toTimestamp(scannedAt),
    };
  }

  /** Returns the files that are being added, as one transfer. */
  transfer(): Transfer | undefined {
    if (!this.#progress) return undefined;
    const { bytes, bytesTotal, startedAt, files, filesTotal } = this.#progress;
    return {
      id: `folder-${this.#row.id}`,
      kind: 'import',
      content_id: null,
      name: this.name,
      host: null,
      state: 'running',
      bytes_done: Math.min(bytes, bytesTotal),
      bytes_total: bytesTotal,
      bytes_per_s: 0,
      started_at: toTimestamp(startedAt),
      message: message('watchedFolders.progress', { done: files, total: filesTotal }),
    };
  }

  #state(): WatchedFolder['state'] {
    if (this.#row.paused) return 'paused';
    if (this.#activity === 'adding') return 'adding';
    if (this.problem || this.#failures.size > 0) return 'problem';
    return this.#activity === 'idle' ? 'watching' : this.#activity;
  }

  async #scan(): Promise<void> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    if (this.#running) return this.request(this.#options.times.afterEvent);
    const stop = new AbortController();
    const done = this.#options.turns
      .run('scan', async () => {
        if (!stop.signal.aborted) await this.#pass(stop.signal);
      })
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error }, 'a watched folder could not be scanned');
        this.request(this.#options.times.retry);
      });
    this.#running = { stop, done };
    await done;
    this.#running = undefined;
  }

  async #pass(signal: AbortSignal): Promise<void> {
    const { clock, times, folders, onChange } = this.#options;
    const startedAt = clock();
    // Watching begins before the scan, so that changes during the scan cause another one.
    this.#watch();
    this.#activity = 'scanning';
    onChange();
    try {
      const result = await runPass({ ...this.#row, name: this.name }, this.#options, {
        signal,
        acceptsRemovals: this.#acceptsRemovals,
        failures: this.#failures,
        onProgress: (progress) => this.#show({ ...progress, startedAt }),
      });
      this.#acceptsRemovals = false;
      this.#schedule(result);
      folders.scanned(this.#row.number, clock());
      this.#row = { ...this.#row, scannedAt: clock() };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FolderUnavailable)) throw error;
      this.#problem = message('watchedFolders.unavailable');
      await this.#unwatch();
      this.request(times.retry);
    } finally {
      // After a pass that added files, the next one needs no pause.
      const tookMs = this.#progress ? 0 : clock() - startedAt;
      this.#earliest = clock() + tookMs * pauseFactor;
      this.#activity = 'idle';
      this.#progress = undefined;
      onChange();
      this.#options.onProgress();
    }
  }

  #schedule({ failures, problem, withheld, isUnsettled }: PassResult): void {
    const { times, stableMs } = this.#options;
    this.#failures = failures;
    this.#problem = problem;
    this.#withheld = withheld;
    this.request(problem ? times.retry : times.rescan);
    if (isUnsettled) this.request(stableMs);
  }

  #show(progress: Progress & { startedAt: number }): void {
    const isNew = this.#activity !== 'adding';
    this.#progress = progress;
    this.#activity = 'adding';
    if (isNew) this.#options.onChange();
    this.#options.onProgress();
  }

  #watch(): void {
    const { times, logger } = this.#options;
    this.#watcher ??= new FolderWatcher(
      this.#row.path,
      () => this.request(times.afterEvent),
      (error) =>
        logger.warn(
          { err: error },
          'a watched folder cannot be watched completely; changes are found by regular scans',
        ),
    );
  }

  async #unwatch(): Promise<void> {
    const watcher = this.#watcher;
    this.#watcher = undefined;
    await watcher?.close();
  }

  async #halt(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#running?.stop.abort();
    await this.#running?.done;
  }
}
