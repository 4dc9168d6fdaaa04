import { postBackup } from '../../../../contract/dashboard-api/administration/backup.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BackupService } from '../../backup/backup-service.ts';

/** Starts a backup. */
export const postBackupEndpoint = (backup: BackupService) =>
  jsonEndpoint(postBackup, ({ body }) => backup.start(body.to));
