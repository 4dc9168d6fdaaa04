import { deleteOwnerTelegram } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../sign-in-admin-service.ts';

/** Unlinks Telegram from the owner. */
export const deleteOwnerTelegramEndpoint = (signIn: Pick<SignInAdminService, 'forgetOwnerTelegram'>) =>
  jsonEndpoint(deleteOwnerTelegram, () => signIn.forgetOwnerTelegram());
