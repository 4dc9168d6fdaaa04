import { postRecoveryPassphrase } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';

/** Returns a new passphrase. */
export const postRecoveryPassphraseEndpoint = ({ passphrase }: Pick<RecoveryAdminService, 'passphrase'>) =>
  defineEndpoint({
    contract: postRecoveryPassphrase,
    limit: 'requests',
    handle: async () => ({ status: 200, body: { passphrase: await passphrase() } }),
  });
