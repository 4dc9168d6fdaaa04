import { postToken } from '../../../../contract/dashboard-api/auth.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TokenAdminService } from '../../tokens/token-admin-service.ts';

/** Creates an API token. */
export const postTokenEndpoint = (tokens: Pick<TokenAdminService, 'createToken'>) =>
  defineEndpoint({
    contract: postToken,
    limit: 'requests',
    body: jsonBody,
    handle: ({ body }) => ({ status: 201, body: tokens.createToken(body) }),
  });
