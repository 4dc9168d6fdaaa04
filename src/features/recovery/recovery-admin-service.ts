import type {
  RecoveryCheck,
  RecoveryCheckRequest,
  RecoveryFile,
  RecoveryState,
} from '../../contract/dashboard-api/administration/recovery.ts';
import type { RestoreService } from './restore-service.ts';

/** Operations of the dashboard on recovery files; the files are base64, as in commands. */
export interface RecoveryAdminService {
  state(): RecoveryState;
  /** Returns random words. */
  passphrase(): Promise<string>;
  make(request: { passphrase: string }): Promise<RecoveryFile>;
  check(request: RecoveryCheckRequest): Promise<RecoveryCheck>;
  restore: Pick<RestoreService, 'preview' | 'restore' | 'restart'>;
}
