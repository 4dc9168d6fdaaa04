import {
  BackupRestoreService,
  BackupService,
  createUnusedCheck,
  RestoreService,
  RestoreTurn,
} from '../../features/recovery/index.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeOptions } from '../node-types.ts';
import type { NodeBase } from './base.ts';

export type Backup = ReturnType<typeof createBackup>;

/** Creates the backups that the dashboard starts, and the restores of backups and recovery files. */
export function createBackup(
  life: Lifecycle,
  base: NodeBase,
  { restart: restartNode, secrets }: Pick<NodeOptions, 'restart' | 'secrets'>,
) {
  const { dataDir, clock, note, events, db } = base;
  const logger = base.loggerOf('backup');
  const onChange = () => events.emit('backup.changed');
  const turn = new RestoreTurn();
  const backup = new BackupService({
    dataDir,
    publicKey: base.identity.id,
    turn,
    clock,
    note,
    onChange,
    logger,
  });
  life.use('backup', { stop: () => backup.stop() });
  // The restored node would be another one than the other replicas.
  const restart = base.state.isReplica ? undefined : restartNode;
  const backupRestore = new BackupRestoreService({
    dataDir,
    selections: backup.selections,
    opensSecret: (path) => secrets.opens?.(path) ?? false,
    restart,
    turn,
    onChange,
    logger,
  });
  life.use('restore of a backup', { stop: () => backupRestore.stop() });
  const isUnused = createUnusedCheck(db);
  const restore = new RestoreService({ dataDir, isUnused, clock, restart, turn });
  return { backup, backupRestore, restore, isUnused };
}
