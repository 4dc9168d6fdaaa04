import type {
  BackupPreview,
  BackupRestoreState,
} from '../../../contract/dashboard-api/administration/backup-restore.ts';
import type { RecoveryCheckRequest } from '../../../contract/dashboard-api/administration/recovery.ts';
import type { FolderSelections } from '../../../core/folder-selections.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { NodeError, shuttingDown } from '../../../core/node-error.ts';
import { decryptRecovery } from '../recovery-file.ts';
import { secretOfRecovery } from '../recovery-inspection.ts';
import { requireConsistent } from '../recovery-restore.ts';
import type { RestoreTurn } from '../restore-turn.ts';
import { inspectBackup } from './backup-inspection.ts';
import { BackupTask } from './backup-task.ts';

export interface BackupRestoreOptions {
  dataDir: string;
  /** The folders that the owner selected in the system's dialog. */
  selections: FolderSelections;
  /** Returns whether this computer can decrypt the file of a secret. */
  opensSecret: (path: string) => boolean;
  /** Restarts the process, which then runs the restored node; undefined where only commands can restore. */
  restart: (() => void) | undefined;
  turn: RestoreTurn;
  onChange: () => void;
  logger: Pick<Logger, 'warn'>;
}

/** Restores a backup in place of the running node, which keeps running until the restored one is complete. */
export class BackupRestoreService {
  readonly #options: BackupRestoreOptions;
  readonly #task: BackupTask<'restore'>;
  #isRestarting = false;
  #closed = false;

  constructor(options: BackupRestoreOptions) {
    this.#options = options;
    this.#task = new BackupTask('restore', options);
  }

  state(): BackupRestoreState {
    const { restart, turn } = this.#options;
    return {
      possible: restart !== undefined && !turn.isTaken,
      ...this.#task.state(),
      restarting: this.#isRestarting,
    };
  }

  /** @throws NodeError `folder_not_found` when the selection expired; errors of `inspectBackup` */
  preview(selectionId: string): Promise<BackupPreview> {
    return inspectBackup(this.#options.selections.pathOf(selectionId), this.#options);
  }

  /**
   * Starts to restore a backup.
   * @param recovery of the node, for a backup whose key another computer encrypted
   * @throws NodeError `precondition_failed` when this node cannot be replaced now; `invalid_request` for a backup that
   *   cannot be restored here, or another recovery file; errors of `preview` and `decryptRecovery`
   */
  async start(selectionId: string, recovery: RecoveryCheckRequest | undefined): Promise<BackupRestoreState> {
    const { restart, turn } = this.#options;
    if (restart === undefined) throw new NodeError('precondition_failed', 'recovery.restoreByCommand');
    turn.take();
    try {
      const preview = await this.preview(selectionId);
      const [problem] = preview.problems;
      if (problem !== undefined) throw new NodeError('invalid_request', problem);
      const secret = preview.key === 'other_computer' ? await secretOf(preview, recovery) : undefined;
      if (this.#closed) throw shuttingDown();
      void this.#run(preview.folder, secret, restart);
    } catch (error) {
      turn.giveBack();
      throw error;
    }
    return this.state();
  }

  /** Cancels the running restore and waits for its end. */
  cancel(): Promise<void> {
    return this.#task.cancel();
  }

  stop(): Promise<void> {
    this.#closed = true;
    return this.cancel();
  }

  async #run(folder: string, secret: Uint8Array | undefined, restart: () => void): Promise<void> {
    const { dataDir, turn } = this.#options;
    const done = () => {
      this.#isRestarting = true;
    };
    await this.#task.start({ dataDir, folder, secret }, { done, stopped: () => turn.giveBack() });
    // A node that stops is restarted by others, or not at all.
    if (this.#isRestarting && !this.#closed) restart();
  }
}

/** Returns the secret of a recovery file, which must be of the node in the backup. */
async function secretOf(
  preview: BackupPreview,
  recovery: RecoveryCheckRequest | undefined,
): Promise<Uint8Array> {
  if (!recovery) throw new NodeError('invalid_request', 'backup.keyElsewhere');
  const document = await decryptRecovery(Buffer.from(recovery.file, 'base64'), recovery.passphrase);
  requireConsistent(document);
  if (preview.public_key !== null && preview.public_key !== document.node.public_key)
    throw new NodeError('invalid_request', 'backup.otherRecovery');
  return secretOfRecovery(document);
}
