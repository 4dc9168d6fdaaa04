import { getUsers } from '../../../../contract/dashboard-api/auth.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../user-admin-service.ts';

/** Returns a page of the users who have signed in. */
export const getUsersEndpoint = (signIn: Pick<SignInAdminService, 'users'>) =>
  defineEndpoint({
    contract: getUsers,
    limit: 'requests',
    handle: ({ query }) => ({
      status: 200,
      body: signIn.users({ cursor: query.cursor, limit: query.limit }),
    }),
  });
