import { postOwnerConnection } from '../../../../contract/dashboard-api/auth.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../user-admin-service.ts';

/** Begins to connect the owner's wallet. */
export const postOwnerConnectionEndpoint = (signIn: Pick<SignInAdminService, 'connect'>) =>
  defineEndpoint({
    contract: postOwnerConnection,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 201, body: await signIn.connect(body.wallet_app_name) }),
  });
