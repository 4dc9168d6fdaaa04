import { deleteOwnerConnection } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../sign-in-admin-service.ts';

/** Ends the connection of the owner's wallet. */
export const deleteOwnerConnectionEndpoint = (signIn: Pick<SignInAdminService, 'disconnect'>) =>
  jsonEndpoint(deleteOwnerConnection, () => signIn.disconnect());
