import type {
  BackupResult,
  BackupState,
  BackupTarget,
} from '../../../contract/dashboard-api/administration/backup.ts';
import type { Clock } from '../../../core/clock.ts';
import type { NoteActivity } from '../../../core/events/activity.ts';
import { FolderSelections } from '../../../core/folder-selections.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError, shuttingDown } from '../../../core/node-error.ts';
import type { RestoreTurn } from '../restore-turn.ts';
import type { BackupReport } from './backup.ts';
import { backupFolderIn } from './backup-folder.ts';
import { readLastBackup, writeLastBackup } from './backup-notes.ts';
import { BackupTask } from './backup-task.ts';

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

/** Backs up the running node to folders that the owner selected in the system's dialog, one backup at a time. */
export class BackupService {
  readonly selections: FolderSelections;
  readonly #options: BackupServiceOptions;
  readonly #task: BackupTask<'back up'>;
  /** Of this run, in case it could not be written. */
  #last: BackupResult | undefined;
  #closed = false;

  constructor(options: BackupServiceOptions) {
    this.#options = options;
    this.selections = new FolderSelections(options.clock);
    this.#task = new BackupTask('back up', options);
  }

  state(): BackupState {
    return { ...this.#task.state(), last: this.#lastBackup() };
  }

  /**
   * Starts a backup, unless one runs. Waits for the end of one that was cancelled.
   * @throws NodeError `folder_not_found` when the selection expired, or when there was no backup to repeat;
   *   `precondition_failed` during a restore; `shutting_down`
   */
  async start(target: BackupTarget): Promise<BackupState> {
    await this.#task.afterCancel();
    const { turn, dataDir, publicKey: node } = this.#options;
    if (this.#closed) throw shuttingDown();
    if (turn.isTaken) throw new NodeError('precondition_failed', 'backup.restoreRuns');
    if (this.#task.isRunning) return this.state();
    const folder = target === 'again' ? this.#lastFolder() : this.#selected(target.selection_id);
    void this.#task.start({ dataDir, folder, node }, { done: (report) => this.#keep(folder, report) });
    return this.state();
  }

  /** Cancels the running backup and waits for its end. */
  cancel(): Promise<void> {
    return this.#task.cancel();
  }

  stop(): Promise<void> {
    this.#closed = true;
    return this.cancel();
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
    const folder = this.#task.state().stopped?.folder ?? this.#lastBackup()?.folder;
    if (folder === undefined) throw new NodeError('folder_not_found', 'storage.folderSelectionExpired');
    return folder;
  }
}
