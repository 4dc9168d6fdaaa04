import { deleteBackupRestore } from '../../../../contract/dashboard-api/administration/backup-restore.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BackupRestoreService } from '../../backup/backup-restore-service.ts';

/** Cancels the running restore. */
export const deleteBackupRestoreEndpoint = (restore: BackupRestoreService) =>
  jsonEndpoint(deleteBackupRestore, async () => {
    await restore.cancel();
    return restore.state();
  });
