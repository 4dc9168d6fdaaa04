import { postToken } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TokenAdminService } from '../../tokens/token-admin-service.ts';

/** Creates an API token. */
export const postTokenEndpoint = (tokens: Pick<TokenAdminService, 'createToken'>) =>
  jsonEndpoint(postToken, ({ body }) => tokens.createToken(body));
