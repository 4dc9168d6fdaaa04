import { BackupService } from '../../features/recovery/index.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeBase } from './base.ts';

/** Creates the backups that the dashboard starts. */
export function createBackup(life: Lifecycle, base: NodeBase): BackupService {
  const { dataDir, clock, note, events } = base;
  const service = new BackupService({
    dataDir,
    clock,
    note,
    onChange: () => events.emit('backup.changed'),
    logger: base.loggerOf('backup'),
  });
  life.use('backup', { stop: () => service.stop() });
  return service;
}
