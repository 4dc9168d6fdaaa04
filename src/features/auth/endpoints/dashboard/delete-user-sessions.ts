import { deleteUserSessions } from '../../../../contract/dashboard-api/auth.ts';
import { defineEndpoint, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../user-admin-service.ts';

/** Ends all sessions of a user. */
export const deleteUserSessionsEndpoint = (signIn: Pick<SignInAdminService, 'signOut'>) =>
  defineEndpoint({
    contract: deleteUserSessions,
    limit: 'requests',
    handle: ({ params }) => {
      signIn.signOut(params.id);
      return ok;
    },
  });
