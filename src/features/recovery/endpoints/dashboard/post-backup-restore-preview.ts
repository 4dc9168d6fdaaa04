import { postBackupRestorePreview } from '../../../../contract/dashboard-api/administration/backup-restore.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BackupRestoreService } from '../../backup/backup-restore-service.ts';

/** Returns what a backup would restore. */
export const postBackupRestorePreviewEndpoint = (restore: BackupRestoreService) =>
  jsonEndpoint(postBackupRestorePreview, ({ body }) => restore.preview(body.from.selection_id));
