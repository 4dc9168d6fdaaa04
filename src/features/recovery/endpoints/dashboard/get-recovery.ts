import { getRecovery } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';

/** Returns the times at which a recovery file was made and tested, and the items that it lacks. */
export const getRecoveryEndpoint = ({ state }: Pick<RecoveryAdminService, 'state'>) =>
  jsonEndpoint(getRecovery, () => state());
