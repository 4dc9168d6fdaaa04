import { getTonConnectNew } from '../../../contract/node-api/auth.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { requireScope } from '../../../platform/http/guards/authorization.ts';
import { sessionScopes } from '../sign-in.ts';
import type { TonConnect } from '../ton-connect/ton-connect.ts';

/**
 * Begins a TON Connect session that this node keeps. The linked wallet can sign in, so the token needs all rights of a
 * sign-in; an API token with fewer rights would gain the others.
 */
export const getTonConnectNewEndpoint = (
  tonConnect: Pick<TonConnect, 'newConnection'>,
  manifestUrl: (baseUrl: string) => string,
) =>
  jsonEndpoint(
    getTonConnectNew,
    async ({ query }, { caller, baseUrl }) => {
      for (const scope of sessionScopes) requireScope(caller, scope);
      const { connectionLink, walletAppName, expiresAt } = await tonConnect.newConnection({
        user: caller.user,
        sessionId: caller.sessionId ?? caller.principal,
        walletAppName: query.wallet_app_name,
        manifestUrl: manifestUrl(baseUrl),
      });
      return {
        connection_link: connectionLink,
        wallet_app_name: walletAppName,
        expires_at: toTimestamp(expiresAt),
      };
    },
    { limit: 'sign_in' },
  );
