import { getTokens } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TokenAdminService } from '../../tokens/token-admin-service.ts';

/** Lists the API tokens. */
export const getTokensEndpoint = (tokens: Pick<TokenAdminService, 'listTokens'>) =>
  jsonEndpoint(getTokens, () => tokens.listTokens());
