import { getUsers } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../sign-in-admin-service.ts';

/** Returns a page of the users who have signed in. */
export const getUsersEndpoint = (signIn: Pick<SignInAdminService, 'users'>) =>
  jsonEndpoint(getUsers, ({ query }) => signIn.users(query));
