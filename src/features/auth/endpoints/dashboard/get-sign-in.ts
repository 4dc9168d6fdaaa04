import { getSignIn } from '../../../../contract/dashboard-api/auth.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../user-admin-service.ts';

/** Returns who may sign in, and the owner's accounts. */
export const getSignInEndpoint = (signIn: Pick<SignInAdminService, 'state'>) =>
  defineEndpoint({
    contract: getSignIn,
    limit: 'requests',
    handle: () => ({ status: 200, body: signIn.state() }),
  });
