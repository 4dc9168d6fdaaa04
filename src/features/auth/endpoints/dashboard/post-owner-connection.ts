import { postOwnerConnection } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../sign-in-admin-service.ts';

/** Begins to connect the owner's wallet. */
export const postOwnerConnectionEndpoint = (signIn: Pick<SignInAdminService, 'connect'>) =>
  jsonEndpoint(postOwnerConnection, ({ body }) => signIn.connect(body.wallet_app_name));
