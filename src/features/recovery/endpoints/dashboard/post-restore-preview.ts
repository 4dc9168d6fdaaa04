import { postRestorePreview } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';
import { bytesOf, fileBody } from './file-body.ts';

/** Returns what a recovery file would restore. */
export const postRestorePreviewEndpoint = ({ restore }: Pick<RecoveryAdminService, 'restore'>) =>
  defineEndpoint({
    contract: postRestorePreview,
    limit: 'requests',
    body: fileBody,
    handle: async ({ body }) => ({
      status: 200,
      body: await restore.preview(bytesOf(body.file), body.passphrase),
    }),
  });
