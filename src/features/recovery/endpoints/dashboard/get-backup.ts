import { getBackup } from '../../../../contract/dashboard-api/administration/backup.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BackupService } from '../../backup/backup-service.ts';

/** Returns the running backup and the last one. */
export const getBackupEndpoint = (backup: BackupService) => jsonEndpoint(getBackup, () => backup.state());
