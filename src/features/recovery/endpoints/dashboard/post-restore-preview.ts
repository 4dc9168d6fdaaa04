import { postRestorePreview } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';
import { bytesOf, fileBody } from './file-body.ts';

/** Returns what a recovery file would restore. */
export const postRestorePreviewEndpoint = ({ restore }: Pick<RecoveryAdminService, 'restore'>) =>
  jsonEndpoint(postRestorePreview, ({ body }) => restore.preview(bytesOf(body.file), body.passphrase), {
    body: fileBody,
  });
