import { deleteBackup } from '../../../../contract/dashboard-api/administration/backup.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BackupService } from '../../backup/backup-service.ts';

/** Cancels the running backup. */
export const deleteBackupEndpoint = (backup: BackupService) =>
  jsonEndpoint(deleteBackup, async () => {
    await backup.cancel();
    return backup.state();
  });
