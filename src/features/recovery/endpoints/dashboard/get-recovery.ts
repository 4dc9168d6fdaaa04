import { getRecovery } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';

/** Returns when a recovery file was made and tested, and what it does not include. */
export const getRecoveryEndpoint = ({ state }: Pick<RecoveryAdminService, 'state'>) =>
  jsonEndpoint(getRecovery, () => state());
