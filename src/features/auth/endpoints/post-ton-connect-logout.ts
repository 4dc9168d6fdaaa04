import { postTonConnectLogout } from '../../../contract/node-api/auth.ts';
import { NodeError } from '../../../core/node-error.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { tokenOf } from '../../../platform/http/guards/authorization.ts';
import type { SignIn } from '../sign-in.ts';

/**
 * Ends a session. The handler reads the token instead of the adapter, because the token of a session that was ended
 * here gets the same response again.
 */
export const postTonConnectLogoutEndpoint = (signIn: SignIn) =>
  jsonEndpoint(postTonConnectLogout, (_input, { request }) => {
    const token = tokenOf(request.headers.authorization);
    if (token === undefined) throw new NodeError('unauthorized', 'auth.tokenInAuthorization');
    signIn.signOut(token);
    return { success: true as const };
  });
