import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BackupRestoreService } from '../../backup/backup-restore-service.ts';
import type { BackupService } from '../../backup/backup-service.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';
import { deleteBackupEndpoint } from './delete-backup.ts';
import { deleteBackupRestoreEndpoint } from './delete-backup-restore.ts';
import { getBackupEndpoint } from './get-backup.ts';
import { getBackupRestoreEndpoint } from './get-backup-restore.ts';
import { getRecoveryEndpoint } from './get-recovery.ts';
import { postBackupEndpoint } from './post-backup.ts';
import { postBackupRestoreEndpoint } from './post-backup-restore.ts';
import { postBackupRestorePreviewEndpoint } from './post-backup-restore-preview.ts';
import { postRecoveryEndpoint } from './post-recovery.ts';
import { postRecoveryCheckEndpoint } from './post-recovery-check.ts';
import { postRecoveryPassphraseEndpoint } from './post-recovery-passphrase.ts';
import { postRestoreEndpoint } from './post-restore.ts';
import { postRestorePreviewEndpoint } from './post-restore-preview.ts';

/** Lists the endpoints of recovery files and backups. */
export const recoveryEndpoints = (
  recovery: RecoveryAdminService,
  { backup, backupRestore }: { backup: BackupService; backupRestore: BackupRestoreService },
): Endpoint[] => [
  getRecoveryEndpoint(recovery),
  postRecoveryEndpoint(recovery),
  postRecoveryPassphraseEndpoint(recovery),
  postRecoveryCheckEndpoint(recovery),
  postRestorePreviewEndpoint(recovery),
  postRestoreEndpoint(recovery),
  getBackupEndpoint(backup),
  postBackupEndpoint(backup),
  deleteBackupEndpoint(backup),
  getBackupRestoreEndpoint(backupRestore),
  postBackupRestorePreviewEndpoint(backupRestore),
  postBackupRestoreEndpoint(backupRestore),
  deleteBackupRestoreEndpoint(backupRestore),
];
