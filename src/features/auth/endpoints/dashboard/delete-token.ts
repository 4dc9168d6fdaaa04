import { deleteToken } from '../../../../contract/dashboard-api/auth.ts';
import { NodeError } from '../../../../core/node-error.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TokenAdminService } from '../../tokens/token-admin-service.ts';

/** Revokes an API token. */
export const deleteTokenEndpoint = (tokens: Pick<TokenAdminService, 'revokeToken'>) =>
  jsonEndpoint(deleteToken, async ({ params }) => {
    const { revoked } = await tokens.revokeToken(params.id);
    if (!revoked) throw new NodeError('token_not_found', 'auth.tokenGone');
  });
