import { getSignIn } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../sign-in-admin-service.ts';

/** Returns who may sign in, and the owner's accounts. */
export const getSignInEndpoint = (signIn: Pick<SignInAdminService, 'state'>) =>
  jsonEndpoint(getSignIn, () => signIn.state());
