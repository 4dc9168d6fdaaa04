import { postBackupRestore } from '../../../../contract/dashboard-api/administration/backup-restore.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BackupRestoreService } from '../../backup/backup-restore-service.ts';
import { fileBody } from './file-body.ts';

/** Starts to restore a backup; the node restarts when it has ended. */
export const postBackupRestoreEndpoint = (restore: BackupRestoreService) =>
  jsonEndpoint(postBackupRestore, ({ body }) => restore.start(body.from.selection_id, body.recovery), {
    body: fileBody,
  });
