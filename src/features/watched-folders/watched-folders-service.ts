import { basename } from 'node:path';
import type { Notice } from '../../contract/dashboard-api/administration/monitoring.ts';
import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type {
  FolderPreview,
  WatchedFolder,
  WatchMode,
} from '../../contract/dashboard-api/library/watched-folders.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import { requestId } from '../../core/ids.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { asWrite } from '../../platform/blobs/store/disk-errors.ts';
import type { TransferSource } from '../fetch/index.ts';
import { FolderRunner, type RunnerOptions } from './folder-runner.ts';
import type { WatchedFolderRow } from './repository/watched-folder-repository.ts';
import { previewOf } from './scan/preview.ts';
import { FolderUnavailable, listFolder } from './scan/walk.ts';
import { WatchableFolders } from './watchable-folders.ts';

export type WatchedFoldersOptions = Omit<RunnerOptions, 'turns'>;

const maxFolders = 50;
const longestPreviewMs = 60_000;

/**
 * Manages the folders of this computer whose files are added to the library. Every method throws a NodeError where it
 * refuses.
 */
export class WatchedFoldersService implements TransferSource {
  readonly selections: WatchableFolders;
  readonly #options: WatchedFoldersOptions;
  readonly #turns = new KeyedMutex();
  readonly #runners = new Map<string, FolderRunner>();

  constructor(options: WatchedFoldersOptions) {
    this.#options = options;
    this.selections = new WatchableFolders({
      ...options,
      watched: () => options.folders.all().map(({ path }) => path),
    });
  }

  start(): void {
    for (const row of this.#options.folders.all()) this.#run(row);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#runners.values()].map((runner) => runner.stop()));
  }

  list(): WatchedFolder[] {
    return [...this.#runners.values()].map((runner) => runner.document());
  }

  /** Scans a selected folder; nothing is added. @throws NodeError `folder_not_found`, `folder_unusable` */
  async preview(selectionId: string): Promise<FolderPreview> {
    return this.previewOf(await this.selections.folderOf(selectionId));
  }

  /** Scans a folder. @param path from `WatchableFolders.check` @throws NodeError `folder_unusable` */
  async previewOf(path: string): Promise<FolderPreview> {
    try {
      const listing = await listFolder(
        path,
        this.#options.ownFolders(),
        AbortSignal.timeout(longestPreviewMs),
      );
      return { name: basename(path) || path, path, ...previewOf(listing) };
    } catch (error) {
      if (error instanceof FolderUnavailable) {
        throw new NodeError('folder_unusable', 'watchedFolders.unavailable', { cause: error });
      }
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new NodeError('folder_unusable', 'watchedFolders.tooSlow', { cause: error });
      }
      throw error;
    }
  }

  /** Watches a selected folder. @throws NodeError `folder_not_found`, `folder_unusable`, `limit_reached` */
  async add(selectionId: string, mode: WatchMode): Promise<WatchedFolder> {
    const folder = this.watch(await this.selections.folderOf(selectionId), mode);
    this.selections.remove(selectionId);
    return folder;
  }

  /** Watches a folder. @param path from `WatchableFolders.check` @throws NodeError `limit_reached` */
  watch(path: string, mode: WatchMode): WatchedFolder {
    const { folders } = this.#options;
    if (this.#runners.size >= maxFolders) {
      throw new NodeError('limit_reached', message('watchedFolders.tooMany', { most: maxFolders }));
    }
    const id = requestId();
    asWrite(() => folders.add({ id, path, mode }));
    this.#run(this.#rowOf(id));
    this.#options.onChange();
    return this.#runnerOf(id).document();
  }

  /** Pauses or continues a folder, or changes its mode. @throws NodeError `folder_not_found` */
  async edit(
    id: string,
    { paused, mode }: { paused?: boolean | undefined; mode?: WatchMode | undefined },
  ): Promise<WatchedFolder> {
    const { folders, files } = this.#options;
    const runner = this.#runnerOf(id);
    const row = this.#rowOf(id);
    asWrite(() => {
      folders.edit({ ...row, mode: mode ?? row.mode, paused: paused ?? row.paused });
      // Files that were removed before the folder was mirrored stay in the library.
      if (mode === 'mirror' && row.mode === 'add') files.forgetMissing(row.number);
    });
    await runner.change(this.#rowOf(id));
    return runner.document();
  }

  /** Scans a folder now. @throws NodeError `folder_not_found` */
  scan(id: string, acceptsRemovals: boolean): void {
    this.#runnerOf(id).scanNow(acceptsRemovals);
  }

  /** Stops watching a folder; contents and collections stay. @throws NodeError `folder_not_found` */
  async remove(id: string): Promise<void> {
    const runner = this.#runnerOf(id);
    await runner.stop();
    asWrite(() => this.#options.folders.remove(id));
    this.#runners.delete(id);
    this.#options.onChange();
  }

  transfers(): Transfer[] {
    return [...this.#runners.values()]
      .map((runner) => runner.transfer())
      .filter((transfer) => transfer !== undefined);
  }

  /** Pauses the folder of a transfer. */
  cancel(transferId: string): boolean {
    const runner = [...this.#runners.values()].find((one) => one.transfer()?.id === transferId);
    if (!runner) return false;
    void this.edit(runner.row.id, { paused: true }).catch((error: unknown) =>
      this.#options.logger.error({ err: error }, 'a watched folder could not be paused'),
    );
    return true;
  }

  /** Returns notices about the folders that need attention. */
  notices(): Notice[] {
    const troubled = [...this.#runners.values()].filter(({ problem }) => problem);
    const [first] = troubled;
    if (!first?.problem) return [];
    const about =
      troubled.length === 1
        ? message('watchedFolders.notice', { name: first.name, reason: first.problem })
        : message('watchedFolders.notices', { count: troubled.length });
    return [{ code: 'watched_folder', severity: 'warning', message: about }];
  }

  #run(row: WatchedFolderRow): void {
    const runner = new FolderRunner(row, { ...this.#options, turns: this.#turns });
    this.#runners.set(row.id, runner);
    runner.request(0);
  }

  #runnerOf(id: string): FolderRunner {
    const runner = this.#runners.get(id);
    if (!runner) throw notFound();
    return runner;
  }

  #rowOf(id: string): WatchedFolderRow {
    const row = this.#options.folders.get(id);
    if (!row) throw notFound();
    return row;
  }
}

const notFound = (): NodeError => new NodeError('folder_not_found', 'watchedFolders.notFound');
