import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';
import { getRecoveryEndpoint } from './get-recovery.ts';
import { postRecoveryEndpoint } from './post-recovery.ts';
import { postRecoveryCheckEndpoint } from './post-recovery-check.ts';
import { postRecoveryPassphraseEndpoint } from './post-recovery-passphrase.ts';
import { postRestoreEndpoint } from './post-restore.ts';
import { postRestorePreviewEndpoint } from './post-restore-preview.ts';

/** Lists the endpoints of recovery files. */
export const recoveryEndpoints = (recovery: RecoveryAdminService): Endpoint[] => [
  getRecoveryEndpoint(recovery),
  postRecoveryEndpoint(recovery),
  postRecoveryPassphraseEndpoint(recovery),
  postRecoveryCheckEndpoint(recovery),
  postRestorePreviewEndpoint(recovery),
  postRestoreEndpoint(recovery),
];
