import { postRecoveryPassphrase } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';

/** Returns a new passphrase. */
export const postRecoveryPassphraseEndpoint = ({ passphrase }: Pick<RecoveryAdminService, 'passphrase'>) =>
  jsonEndpoint(postRecoveryPassphrase, async () => ({ passphrase: await passphrase() }));
