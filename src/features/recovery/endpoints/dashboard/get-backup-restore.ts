import { getBackupRestore } from '../../../../contract/dashboard-api/administration/backup-restore.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BackupRestoreService } from '../../backup/backup-restore-service.ts';

/** Returns the running restore of a backup. */
export const getBackupRestoreEndpoint = (restore: BackupRestoreService) =>
  jsonEndpoint(getBackupRestore, () => restore.state());
