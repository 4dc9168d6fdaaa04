import { postRecoveryCheck } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';
import { fileBody } from './file-body.ts';

/** Tests a recovery file without restoring it. */
export const postRecoveryCheckEndpoint = ({ check }: Pick<RecoveryAdminService, 'check'>) =>
  jsonEndpoint(postRecoveryCheck, ({ body }) => check(body), { body: fileBody });
