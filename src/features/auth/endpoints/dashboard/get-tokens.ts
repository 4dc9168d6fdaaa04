import { getTokens } from '../../../../contract/dashboard-api/auth.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TokenAdminService } from '../../tokens/token-admin-service.ts';

/** Lists the API tokens. */
export const getTokensEndpoint = (tokens: Pick<TokenAdminService, 'listTokens'>) =>
  defineEndpoint({
    contract: getTokens,
    limit: 'requests',
    handle: () => ({ status: 200, body: tokens.listTokens() }),
  });
