import type {
  BackupResult,
  BackupState,
  BackupTarget,
} from '../../../contract/dashboard-api/administration/backup.ts';
import type { Clock } from '../../../core/clock.ts';
import type { NoteActivity } from '../../../core/events/activity.ts';
import { FolderSelections } from '../../../core/folder-selections.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { message, messageOfError } from '../../../core/messages/message.ts';
import { NodeError, shuttingDown } from '../../../core/node-error.ts';
import type { RestoreTurn } from '../restore-turn.ts';
import type { BackupReport } from './backup.ts';
import type { BackupProgress } from './backup-files.ts';
import { backupFolderIn } from './backup-folder.ts';
import { readLastBackup, writeLastBackup } from './backup-notes.ts';
import { runInThread } from './backup-thread.ts';

export interface BackupServiceOptions {
  dataDir: string;
  /** Of the node. */
  publicKey: string;
  /** Of restores, whose backup another one could change. */
  turn: Pick<RestoreTurn, 'isTaken'>;
  clock: Clock;
  note: NoteActivity;
  onChange: () => void;
  logger: Pick<Logger, 'warn'>;
}

interface BackupRun {
  folder: string;
  progress: BackupProgress;
  cancelling: AbortController;
  end: Promise<void>;
}

/** Backs up the running node to folders that the owner selected in the system's dialog, one backup at a time. */
export class BackupService {
  readonly selections: FolderSelections;
  readonly #options: BackupServiceOptions;
  #running: BackupRun | undefined;
  /** Of this run, in case it could not be written. */
  #last: BackupResult | undefined;
  #stopped: BackupState['stopped'] = null;
  #closed = false;

  constructor(options: BackupServiceOptions) {
    this.#options = options;
    this.selections = new FolderSelections(options.clock);
  }

  state(): BackupState {
    return {
      running: this.#running ? progressState(this.#running) : null,
      last: this.#lastBackup(),
      stopped: this.#stopped,
    };
  }

  /**
   * Starts a backup, unless one runs. Waits for the end of one that was cancelled.
   * @throws NodeError `folder_not_found` when the selection expired, or when there was no backup to repeat;
   *   `precondition_failed` during a restore; `shutting_down`
   */
  async start(target: BackupTarget): Promise<BackupState> {
    if (this.#running?.cancelling.signal.aborted) await this.#running.end;
    if (this.#closed) throw shuttingDown();
    if (this.#options.turn.isTaken) throw new NodeError('precondition_failed', 'backup.restoreRuns');
    if (this.#running) return this.state();
    const folder = target === 'again' ? this.#lastFolder() : this.#selected(target.selection_id);
    this.#stopped = null;
    const running: BackupRun = {
      folder,
      progress: { contents: 0, contentsDone: 0, bytes: 0, bytesDone: 0 },
      cancelling: new AbortController(),
      end: Promise.resolve(),
    };
    this.#running = running;
    running.end = this.#run(running);
    return this.state();
  }

  /** Cancels the running backup and waits for its end. */
  async cancel(): Promise<void> {
    this.#running?.cancelling.abort();
    await this.#running?.end;
  }

  stop(): Promise<void> {
    this.#closed = true;
    return this.cancel();
  }

  async #run(running: BackupRun): Promise<void> {
    const { dataDir, publicKey, onChange, logger } = this.#options;
    const { folder, cancelling } = running;
    const onProgress = (progress: BackupProgress) => {
      running.progress = progress;
      onChange();
    };
    try {
      const report = await runInThread(
        { task: 'back up', dataDir, folder, node: publicKey },
        { onProgress, signal: cancelling.signal },
      );
      this.#keep(folder, report);
    } catch (error) {
      const wasCancelled = cancelling.signal.aborted;
      if (!wasCancelled) logger.warn({ err: error }, 'the backup failed');
      this.#stopped = { folder, message: wasCancelled ? null : messageOfError(error) };
    }
    this.#running = undefined;
    onChange();
  }

  #keep(folder: string, { manifest, copied, linked, isInKeyStore, sameDisk }: BackupReport): void {
    const { contents, content_bytes, made_at, lacking } = manifest;
    const { dataDir, note, logger } = this.#options;
    this.#last = {
      folder,
      made_at,
      contents,
      content_bytes,
      added: copied + linked,
      lacking: lacking.length,
      key_in_key_store: isInKeyStore,
      same_disk: sameDisk,
    };
    try {
      writeLastBackup(dataDir, this.#last);
    } catch (error) {
      // The backup is complete without the note, such as on a full disk of the node.
      logger.warn({ err: error }, 'noting the backup failed');
    }
    const actor = { type: 'dashboard', name: '' } as const;
    note({ kind: 'node', actor, detail: message('activity.backedUp', { count: contents }) });
  }

  #lastBackup(): BackupResult | null {
    return this.#last ?? readLastBackup(this.#options.dataDir);
  }

  #selected(id: string): string {
    const folder = backupFolderIn(this.selections.pathOf(id));
    this.selections.remove(id);
    return folder;
  }

  #lastFolder(): string {
    const folder = this.#stopped?.folder ?? this.#lastBackup()?.folder;
    if (folder === undefined) throw new NodeError('folder_not_found', 'watchedFolders.offerExpired');
    return folder;
  }
}

export const progressState = ({
  folder,
  progress,
}: Pick<BackupRun, 'folder' | 'progress'>): NonNullable<BackupState['running']> => ({
  folder,
  contents: progress.contents,
  contents_done: progress.contentsDone,
  bytes: progress.bytes,
  bytes_done: progress.bytesDone,
});
