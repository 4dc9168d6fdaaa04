import type { RestoreBegun, RestorePreview } from '../../contract/dashboard-api/administration/recovery.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { RecoveryDocument } from '../../contract/recovery-file.ts';
import type { Clock } from '../../core/clock.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { resolveSettings, SettingsError, settingsFromEnvironment } from '../../core/settings.ts';
import { asWriteError } from '../../platform/blobs/store/disk-errors.ts';
import { decryptRecovery } from './recovery-file.ts';
import { previewRecovery } from './recovery-inspection.ts';
import { fillFromRecovery, requireConsistent } from './recovery-restore.ts';
import { usableSettings } from './recovery-settings.ts';
import type { RestoreTurn } from './restore-turn.ts';
import { restoreAtNextStart } from './restored-folder.ts';

export interface RestoreServiceOptions {
  dataDir: string;
  /** Returns whether nobody has used this node yet. */
  isUnused: () => boolean;
  clock: Clock;
  /** Restarts the process, which then runs the restored node; undefined where only commands can restore. */
  restart: (() => void) | undefined;
  turn: RestoreTurn;
}

/** Restores a lost node from its recovery file, in place of a new and unused one. */
export class RestoreService {
  readonly #options: RestoreServiceOptions;

  constructor(options: RestoreServiceOptions) {
    this.#options = options;
  }

  /** Whether the node is unused and the process can restore. */
  get isPossible(): boolean {
    const { restart, isUnused, turn } = this.#options;
    return restart !== undefined && !turn.isTaken && isUnused();
  }

  /** Returns what the file would restore. @throws NodeError errors of `decryptRecovery` */
  async preview(file: Uint8Array, passphrase: string): Promise<RestorePreview> {
    const document = await decryptRecovery(file, passphrase);
    const preview = previewRecovery(document);
    return { ...preview, problems: [...preview.problems, ...unusableSettings(document)] };
  }

  /**
   * Prepares the node of the file beside this one, which keeps running until `restart`.
   * @throws NodeError `precondition_failed` when this node is in use; `invalid_request` as in `decryptRecovery` and for
   *   an inconsistent file; `insufficient_storage`. Nothing changes then.
   */
  async restore(file: Uint8Array, passphrase: string): Promise<RestoreBegun> {
    const { dataDir, clock, turn } = this.#options;
    if (!this.isPossible) throw new NodeError('precondition_failed', 'recovery.nodeInUse');
    turn.take();
    try {
      const document = await decryptRecovery(file, passphrase);
      requireConsistent(document);
      const [unusable] = unusableSettings(document);
      if (unusable !== undefined) throw new NodeError('invalid_request', unusable);
      await restoreAtNextStart(dataDir, (folder) => fillFromRecovery(folder, document, clock));
      return { public_key: document.node.public_key };
    } catch (error) {
      turn.giveBack();
      throw asWriteError(error);
    }
  }

  restart(): void {
    this.#options.restart?.();
  }
}

/** Returns the problems with which the restored node could not start. */
function unusableSettings({ settings }: RecoveryDocument): Message[] {
  const { file, dashboard } = usableSettings(settings);
  try {
    resolveSettings(file, dashboard, settingsFromEnvironment(process.env));
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [message('recovery.settingsUnusable', { problem: error.text })];
  }
}
