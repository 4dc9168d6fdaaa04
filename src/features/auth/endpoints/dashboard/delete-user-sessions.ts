import { deleteUserSessions } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../sign-in-admin-service.ts';

/** Ends all sessions of a user. */
export const deleteUserSessionsEndpoint = (signIn: Pick<SignInAdminService, 'signOut'>) =>
  jsonEndpoint(deleteUserSessions, ({ params }) => signIn.signOut(params.id));
