import { postRestore } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';
import { bytesOf, fileBody } from './file-body.ts';

/** Restores the node of a recovery file, and restarts as that node. */
export const postRestoreEndpoint = ({ restore }: Pick<RecoveryAdminService, 'restore'>) =>
  defineEndpoint({
    contract: postRestore,
    body: fileBody,
    handle: async ({ body }) => ({
      status: 200,
      body: await restore.restore(bytesOf(body.file), body.passphrase),
      after: () => restore.restart(),
    }),
  });
