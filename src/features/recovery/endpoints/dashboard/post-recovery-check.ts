import { postRecoveryCheck } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';
import { fileBody } from './file-body.ts';

/** Tests a recovery file without restoring it. */
export const postRecoveryCheckEndpoint = ({ check }: Pick<RecoveryAdminService, 'check'>) =>
  defineEndpoint({
    contract: postRecoveryCheck,
    limit: 'requests',
    body: fileBody,
    handle: async ({ body }) => ({ status: 200, body: await check(body) }),
  });
